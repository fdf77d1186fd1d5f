import type { Filter } from '#contract/filters.ts'
import type { SavedView } from '#contract/records/automation.ts'
import { contactKeys } from '#doors/classic/contact-lists.ts'
import { conversationKeys } from '#doors/classic/conversation-lists.ts'
import { fromFilter, readFilter } from '#doors/classic/filter.ts'
import { type Body, pickDefined, readObject, readText, requireId, unwrap } from '#doors/classic/request.ts'
import { type AddRoute, type ClassicCall, noContent, UPDATE } from '#doors/classic/route.ts'
import { reject } from '#kernel/problem.ts'

const PATH = '/custom_filters'

type Kind = 'conversation' | 'contact'
const resources = { conversation: 'conversations', contact: 'contacts' } as const
const keys = { conversation: conversationKeys, contact: contactKeys }

/** A saved filter without conditions keeps this one, which is always true. */
const always: Filter = { any: [{ all: [{ field: 'created_at', operator: 'is_present', values: [] }] }] }

/** Saved filters of conversations and contacts. The account token is no person, so they are shared. */
export function addCustomFilterRoutes(addRoute: AddRoute): void {
  addRoute('GET', PATH, async ({ invoke, query }) => {
    const resource = resources[readKind(query.filter_type)]
    const { items } = await invoke<{ items: SavedView[] }>('list_saved_views', { resource })
    return items.map(present)
  })

  addRoute('POST', PATH, async (call) => {
    const body = unwrap(call.body, 'custom_filter')
    const kind = readKind(body.type ?? body.filter_type ?? call.query.filter_type)
    const filter = await readQuery(call, kind, body)
    const fields = { name: readText(body.name), resource: resources[kind], visibility: 'shared', filter }
    return present(await call.invoke('create_saved_view', pickDefined(fields)))
  })

  addRoute('GET', `${PATH}/:custom_filter_id`, async (call) => present(await get(call)))

  addRoute(UPDATE, `${PATH}/:custom_filter_id`, async (call) => {
    const { id: saved_view_id, resource } = await get(call)
    const body = unwrap(call.body, 'custom_filter')
    const kind = resource === 'contacts' ? 'contact' : 'conversation'
    const filter = body.query === undefined ? undefined : await readQuery(call, kind, body)
    return present(
      await call.invoke('update_saved_view', { saved_view_id, ...pickDefined({ name: readText(body.name), filter }) }),
    )
  })

  addRoute('DELETE', `${PATH}/:custom_filter_id`, async (call) => {
    const { id: saved_view_id } = await get(call)
    await call.invoke('delete_saved_view', { saved_view_id })
    return noContent
  })
}

/** A view of conversations or contacts; those of leads and deals are unknown to classic clients. */
async function get({ invoke, params }: ClassicCall): Promise<SavedView> {
  const saved_view_id = requireId(params.custom_filter_id)
  const view = await invoke<SavedView>('get_saved_view', { saved_view_id })
  const isKnown = view.resource === 'conversations' || view.resource === 'contacts'
  return isKnown ? view : reject('not_found', 'There is no such filter.')
}

/** The kind of list, as a word or as the number clients use for it. */
function readKind(value: unknown): Kind {
  const word = readText(value) ?? 'conversation'
  if (word === 'conversation' || word === '0') return 'conversation'
  if (word === 'contact' || word === '1') return 'contact'
  return reject('invalid_value', `'${word}' is not a valid filter_type; use conversation or contact.`, 'filter_type')
}

async function readQuery(call: ClassicCall, kind: Kind, body: Body): Promise<Filter> {
  return (await readFilter({ ...call, body: readObject(body.query) ?? {} }, keys[kind])) ?? always
}

function present({ id, name, resource, filter, created_at, updated_at }: SavedView) {
  const kind = resource === 'contacts' ? 'contact' : 'conversation'
  const payload = JSON.stringify(filter) === JSON.stringify(always) ? [] : fromFilter(filter, keys[kind].fields)
  return { id: Number(id), name, filter_type: kind, query: { payload }, created_at, updated_at }
}
