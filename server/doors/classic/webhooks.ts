import type { Webhook } from '#contract/records/webhook.ts'
import { type Body, pickDefined, requireId, readId, readText, readWords, unwrap } from '#doors/classic/request.ts'
import { type Invoke, type ClassicCall, type AddRoute, UPDATE } from '#doors/classic/route.ts'
import { classicEndpoint } from '#doors/classic/shapes/webhook.ts'
import { reject } from '#kernel/problem.ts'

type Page = { items: Webhook[]; next_cursor: string | null }

/** The classic webhooks of the workspace. */
export function addWebhookRoutes(addRoute: AddRoute): void {
  addRoute('GET', '/webhooks', async ({ invoke, account }) => {
    const { items } = await invoke<Page>('list_webhooks', { kind: 'classic', limit: 100 })
    return { payload: { webhooks: items.toReversed().map((each) => classicEndpoint(each, account)) } }
  })

  addRoute('POST', '/webhooks', (call) => {
    const body = unwrap(call.body, 'webhook')
    const inbox_id = readId(body.inbox_id)
    return show(call, 'create_webhook', { kind: 'classic', ...fieldsOf(body), ...pickDefined({ inbox_id }) })
  })

  addRoute(UPDATE, '/webhooks/:webhook_id', async (call) => {
    const { id: webhook_id } = await get(call)
    return show(call, 'update_webhook', { webhook_id, ...fieldsOf(unwrap(call.body, 'webhook')) })
  })

  addRoute('DELETE', '/webhooks/:webhook_id', async (call) => {
    const { id: webhook_id } = await get(call)
    await call.invoke('delete_webhook', { webhook_id })
  })
}

async function show({ invoke, account }: ClassicCall, operation: string, input: object) {
  return { payload: { webhook: classicEndpoint(await invoke(operation, input), account) } }
}

/** A classic webhook; webhooks of other kinds are treated as missing. */
async function get({ invoke, params }: ClassicCall): Promise<Webhook> {
  const webhook = await invoke<Webhook>('get_webhook', { webhook_id: requireId(params.webhook_id) })
  return webhook.kind === 'classic' ? webhook : reject('not_found', 'There is no such webhook.')
}

function fieldsOf(body: Body): Body {
  return pickDefined({
    url: readText(body.url),
    description: readText(body.name),
    events: body.subscriptions === undefined ? undefined : readWords(body.subscriptions),
  })
}

/** The webhooks of the `api` inboxes, by inbox. */
export async function loadInboxWebhooks(invoke: Invoke): Promise<ReadonlyMap<string, Webhook>> {
  const found: Webhook[] = []
  for (let cursor: string | undefined; ;) {
    const { items, next_cursor } = await invoke<Page>(
      'list_webhooks',
      pickDefined({ kind: 'inbox', limit: 100, cursor }),
    )
    found.push(...items)
    if (!next_cursor) return new Map(found.map((each) => [each.inbox_id!, each]))
    cursor = next_cursor
  }
}

/** Sets the webhook of an inbox, or removes it when there is no URL. */
export async function setInboxWebhook(invoke: Invoke, inbox_id: string, url: string | undefined): Promise<void> {
  const known = (await loadInboxWebhooks(invoke)).get(inbox_id)
  if (url === undefined) {
    if (known) await invoke('delete_webhook', { webhook_id: known.id })
  } else if (known) await invoke('update_webhook', { webhook_id: known.id, url })
  else await invoke('create_webhook', { kind: 'inbox', inbox_id, url })
}
