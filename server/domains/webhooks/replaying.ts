import type { EventName, Payload } from '#contract/events.ts'
import { nothing, part, type Part, type Sql } from '#db/sql.ts'
import type { ClassicShape } from '#domains/webhooks/classic.ts'
import { hears, messageIds, queueFor } from '#domains/webhooks/queueing.ts'
import { wanted } from '#domains/webhooks/rules.ts'
import type { Webhook } from '#contract/records/webhook.ts'
import type { Event, Hands } from '#kernel/subscriber.ts'

const AT_ONCE = 100

type Asked = Payload<'webhook.replay_requested'>
type Endpoint = Pick<Webhook, 'id' | 'kind' | 'events'>

/**
 * Puts what happened in a period into the queue of one endpoint again: what did not arrive, whether it failed or was
 * never sent, or everything. `asked_at` makes a replay that is told twice one replay. `onSome` hears of every step.
 */
export async function replay(
  hands: Hands,
  { account_id, occurred_at: asked_at, payload: asked }: Event<'webhook.replay_requested'>,
  shape: ClassicShape,
  onSome: () => void,
): Promise<void> {
  const [webhook] = await hands.sql<Endpoint>`
    select id, kind, events from webhooks where account_id = ${account_id} and id = ${asked.webhook_id}`
  if (!webhook) return
  const names = wanted(webhook)
  for (let after = lowest(asked.since); ;) {
    const some = await read(hands.sql, account_id, names, after, lowest(asked.until, 1))
    for (const event of some) await queueFor(hands, event, shape, new Set([webhook.kind]), only(webhook, event))
    await requeue(hands.sql, account_id, webhook, asked, asked_at, some.flatMap(messageIds))
    onSome()
    if (some.length < AT_ONCE) return
    after = next(some.at(-1)!.id)
  }
}

/** This endpoint and no other, if what happened is of its inbox. */
function only({ id, kind }: Endpoint, event: Event): Part {
  return part`w.id = ${id} ${kind === 'standard' ? nothing : part`and ${hears(event)}`}`
}

/** Events have ids that grow with time, so that a period is a stretch of the key. */
function read(sql: Sql, account_id: string, names: readonly EventName[], from: string, to: string): Promise<Event[]> {
  return sql<Event>`
    select account_id, id, sequence, name, actor, payload, occurred_at from events
     where account_id = ${account_id} and id >= ${from} and id < ${to} and name = any(${names}) order by id limit ${AT_ONCE}`
}

async function requeue(
  sql: Sql,
  account_id: string,
  webhook: Endpoint,
  { status }: Asked,
  asked_at: string,
  message_ids: readonly string[],
): Promise<void> {
  await sql`
    update webhook_deliveries
       set status = 'pending', tries = 0, next_attempt_at = now(), queued_at = now(), delivered_at = null, lease = null, leased_until = null
     where account_id = ${account_id} and webhook_id = ${webhook.id} and message_id = any(${message_ids}) and queued_at < ${asked_at}
       and status = any(${status === 'failed' ? ['failed'] : ['failed', 'delivered']})`
}

/** The lowest id an event of this moment, or so many milliseconds later, can have. */
export function lowest(moment: string, later = 0): string {
  const hex = (Date.parse(moment) + later).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}

/** The id that follows. */
function next(id: string): string {
  const hex = (BigInt(`0x${id.replaceAll('-', '')}`) + 1n).toString(16).padStart(32, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
