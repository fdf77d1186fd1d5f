import type { Webhook } from '#contract/records/webhook.ts'
import { type Body, given, idOf, readId, readText, readWords, unwrapped } from '#doors/classic/reading.ts'
import { type Act, type Asked, type Routes, UPDATE } from '#doors/classic/route.ts'
import { classicEndpoint } from '#doors/classic/shapes/webhook.ts'
import { reject } from '#kernel/problem.ts'

type Page = { items: Webhook[]; next_cursor: string | null }

/** The webhooks of the settings area: what happens, told in classic words. */
export function openWebhooks(routes: Routes): void {
  routes('GET', '/webhooks', async ({ act, account }) => {
    const { items } = await act<Page>('list_webhooks', { kind: 'classic', limit: 100 })
    return { payload: { webhooks: items.toReversed().map((each) => classicEndpoint(each, account)) } }
  })

  routes('POST', '/webhooks', (asked) => {
    const body = unwrapped(asked.body, 'webhook')
    const inbox_id = readId(body.inbox_id)
    return show(asked, 'create_webhook', { kind: 'classic', ...fieldsOf(body), ...given({ inbox_id }) })
  })

  routes(UPDATE, '/webhooks/:webhook_id', async (asked) => {
    const { id: webhook_id } = await get(asked)
    return show(asked, 'update_webhook', { webhook_id, ...fieldsOf(unwrapped(asked.body, 'webhook')) })
  })

  routes('DELETE', '/webhooks/:webhook_id', async (asked) => {
    const { id: webhook_id } = await get(asked)
    await asked.act('delete_webhook', { webhook_id })
  })
}

async function show({ act, account }: Asked, operation: string, input: object) {
  return { payload: { webhook: classicEndpoint(await act(operation, input), account) } }
}

/** One of these webhooks; the others are none of theirs. */
async function get({ act, params }: Asked): Promise<Webhook> {
  const webhook = await act<Webhook>('get_webhook', { webhook_id: idOf(params.webhook_id) })
  return webhook.kind === 'classic' ? webhook : reject('not_found', 'There is no such webhook.')
}

function fieldsOf(body: Body): Body {
  return given({
    url: readText(body.url),
    description: readText(body.name),
    events: body.subscriptions === undefined ? undefined : readWords(body.subscriptions),
  })
}

/** Where the programs behind the inboxes are told what happens there, by inbox. */
export async function inboxWebhooks(act: Act): Promise<ReadonlyMap<string, Webhook>> {
  const found: Webhook[] = []
  for (let cursor: string | undefined; ;) {
    const { items, next_cursor } = await act<Page>('list_webhooks', given({ kind: 'inbox', limit: 100, cursor }))
    found.push(...items)
    if (!next_cursor) return new Map(found.map((each) => [each.inbox_id!, each]))
    cursor = next_cursor
  }
}

/** The program behind an inbox is told there from now on; nowhere, where nothing is given. */
export async function setInboxWebhook(act: Act, inbox_id: string, url: string | undefined): Promise<void> {
  const known = (await inboxWebhooks(act)).get(inbox_id)
  if (url === undefined) {
    if (known) await act('delete_webhook', { webhook_id: known.id })
  } else if (known) await act('update_webhook', { webhook_id: known.id, url })
  else await act('create_webhook', { kind: 'inbox', inbox_id, url })
}
