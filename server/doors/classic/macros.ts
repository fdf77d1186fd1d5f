import type { Macro } from '#contract/records/automation.ts'
import { type Body, pickDefined, readText, requireId, requireIds, unwrap } from '#doors/classic/request.ts'
import { type AddRoute, type ClassicCall, UPDATE } from '#doors/classic/route.ts'
import { classicActions, loadTitles, readActions } from '#doors/classic/rule-actions.ts'

const PATH = '/macros'

/** Macros. The account token is no person, so those it makes are shared. */
export function addMacroRoutes(addRoute: AddRoute): void {
  addRoute('GET', PATH, async (call) => {
    const { items } = await call.invoke<{ items: Macro[] }>('list_macros')
    return { payload: await present(call, items) }
  })

  addRoute('POST', PATH, async (call) => {
    const fields = await fieldsOf(call, unwrap(call.body, 'macro'))
    return show(call, await call.invoke('create_macro', { ...fields, visibility: 'shared' }))
  })

  addRoute('GET', `${PATH}/:macro_id`, async (call) => {
    return show(call, await call.invoke('get_macro', { macro_id: requireId(call.params.macro_id) }))
  })

  addRoute(UPDATE, `${PATH}/:macro_id`, async (call) => {
    const input = { macro_id: requireId(call.params.macro_id), ...(await fieldsOf(call, unwrap(call.body, 'macro'))) }
    return show(call, await call.invoke('update_macro', input))
  })

  addRoute('DELETE', `${PATH}/:macro_id`, async ({ invoke, params }) => {
    await invoke('delete_macro', { macro_id: requireId(params.macro_id) })
  })

  addRoute('POST', `${PATH}/:macro_id/execute`, async ({ invoke, params, body }) => {
    const conversation_ids = requireIds(body.conversation_ids, 'conversation_ids')
    await invoke('run_macro', { macro_id: requireId(params.macro_id), conversation_ids })
  })
}

async function fieldsOf(call: ClassicCall, body: Body): Promise<Body> {
  const actions = body.actions === undefined ? undefined : await readActions(call, body.actions)
  return pickDefined({ name: readText(body.name), actions })
}

async function show(call: ClassicCall, macro: Macro) {
  return { payload: (await present(call, [macro]))[0]! }
}

async function present(call: ClassicCall, macros: readonly Macro[]) {
  const titles = await loadTitles(call)
  return macros.map((macro) => {
    const owner = macro.owner && { id: Number(macro.owner.id), name: macro.owner.name }
    return {
      id: Number(macro.id),
      name: macro.name,
      visibility: macro.visibility === 'shared' ? 'global' : 'personal',
      created_by: owner,
      updated_by: owner,
      account_id: Number(call.account.id),
      actions: classicActions(macro.actions, titles),
    }
  })
}
