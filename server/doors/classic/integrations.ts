import type { Webhook } from '#contract/records/webhook.ts'
import { INTEGRATIONS } from '#doors/classic/catalogue/extras.ts'
import { type Body, pickDefined, readId, readObject, readText, readWords, requireId } from '#doors/classic/request.ts'
import { type AddRoute, type ClassicCall, UPDATE } from '#doors/classic/route.ts'
import { reject } from '#kernel/problem.ts'

const APP = 'webhook'
const HOOKS = '/integrations/hooks'

/** Integrations. Webhooks are the only app there is: a hook of it is a classic webhook. There are no help centers. */
export function addIntegrationRoutes(addRoute: AddRoute): void {
  addRoute('GET', '/portals', async () => ({ payload: [], meta: { current_page: 1, portals_count: 0 } }))

  addRoute('GET', '/integrations/apps', async (call) => ({ payload: [await presentApp(call)] }))

  addRoute('GET', '/integrations/apps/:app_id', async (call) => {
    return call.params.app_id === APP ? presentApp(call) : reject('not_found', 'There is no such app.')
  })

  addRoute('POST', HOOKS, async (call) => {
    const { app_id, inbox_id, settings } = call.body
    if (readText(app_id) !== APP) reject('invalid_value', INTEGRATIONS, 'app_id')
    const input = { kind: 'classic', ...fieldsOf(settings), ...pickDefined({ inbox_id: readId(inbox_id) }) }
    return presentHook(call, await call.invoke<Webhook>('create_webhook', input))
  })

  addRoute('GET', `${HOOKS}/:hook_id`, async (call) => presentHook(call, await get(call)))

  addRoute(UPDATE, `${HOOKS}/:hook_id`, async (call) => {
    const { id: webhook_id } = await get(call)
    const input = { webhook_id, ...fieldsOf(call.body.settings) }
    return presentHook(call, await call.invoke<Webhook>('update_webhook', input))
  })

  addRoute('DELETE', `${HOOKS}/:hook_id`, async (call) => {
    const { id: webhook_id } = await get(call)
    await call.invoke('delete_webhook', { webhook_id })
  })
}

async function get({ invoke, params }: ClassicCall): Promise<Webhook> {
  const webhook = await invoke<Webhook>('get_webhook', { webhook_id: requireId(params.hook_id) })
  return webhook.kind === 'classic' ? webhook : reject('not_found', 'There is no such hook.')
}

function fieldsOf(settings: unknown): Body {
  const { url, subscriptions } = readObject(settings) ?? {}
  return pickDefined({ url: readText(url), events: subscriptions === undefined ? undefined : readWords(subscriptions) })
}

async function presentApp(call: ClassicCall) {
  const { items } = await call.invoke<{ items: Webhook[] }>('list_webhooks', { kind: 'classic', limit: 100 })
  return {
    id: APP,
    name: 'Webhooks',
    description: 'Events of the account, sent to an address of yours.',
    enabled: items.some(({ enabled }) => enabled),
    hook_type: 'account',
    allow_multiple_hooks: true,
    hooks: items.map((each) => presentHook(call, each)),
  }
}

function presentHook({ account }: ClassicCall, { id, enabled, inbox_id, url, events }: Webhook) {
  const inbox = inbox_id === null ? null : { id: Number(inbox_id) }
  return {
    id: Number(id),
    app_id: APP,
    account_id: Number(account.id),
    status: enabled,
    inbox,
    hook_type: inbox ? 'inbox' : 'account',
    settings: { url, subscriptions: events },
  }
}
