import type { EventName, Payload } from '#contract/events.ts'
import { emptyPart, part, type Part, type Sql } from '#db/sql.ts'
import type { ClassicShape } from '#domains/webhooks/classic.ts'
import { loadMaker, makerColumns, type MakerRow } from '#domains/access/makers.ts'
import { webhookRights } from '#domains/webhooks/endpoints/rights.ts'
import { matchesClassic, mayReceive, messageIds, enqueueFor } from './enqueue.ts'
import { subscribedEvents } from '#domains/webhooks/rules.ts'
import type { Webhook } from '#contract/records/webhook.ts'
import { mayShowSourceIds } from '#kernel/source-ids.ts'
import type { Event, SubscriberContext } from '#kernel/subscriber.ts'

const AT_ONCE = 100

type ReplayRequest = Payload<'webhook.replay_requested'>
type Endpoint = Pick<Webhook, 'id' | 'kind' | 'events'> & MakerRow

/**
 * Enqueues the events of a period for one endpoint again: those not delivered, or all. `requested_at` makes a repeated call
 * idempotent. Only what both the maker of the endpoint and the person who asked may see is sent. `onSome` is called after
 * every batch.
 */
export async function replay(
  context: SubscriberContext,
  { account_id, occurred_at: requested_at, payload: request }: Event<'webhook.replay_requested'>,
  shape: ClassicShape,
  onSome: () => void,
): Promise<void> {
  const [webhook] = await context.sql<Endpoint>`
    select w.id, w.kind, w.events, ${makerColumns(part`w`)} from webhooks w
     where w.account_id = ${account_id} and w.id = ${request.webhook_id}`
  if (!webhook) return
  const caller = await loadMaker(context.sql, account_id, request.maker)
  const [own, callers] = [webhookRights(webhook), webhookRights({ ...webhook, ...caller })]
  if ('refused' in own || 'refused' in callers) return
  const viewer = mayShowSourceIds(own) ? callers : own
  const names = subscribedEvents(webhook)
  for (let after = lowestId(request.since); ;) {
    const some = await listEvents(context.sql, account_id, names, after, lowestId(request.until, 1))
    const allowed = some.filter((event) => [own, callers].every((each) => mayReceive(each, webhook.kind, event)))
    for (const event of allowed)
      await enqueueFor(context, event, viewer, shape, new Set([webhook.kind]), isEndpoint(webhook, event))
    await requeue(context.sql, account_id, webhook, request, requested_at, allowed.flatMap(messageIds))
    onSome()
    if (some.length < AT_ONCE) return
    after = nextId(some.at(-1)!.id)
  }
}

/** Selects this endpoint only, if the event is of its inbox. */
function isEndpoint({ id, kind }: Endpoint, event: Event): Part {
  return part`w.id = ${id} ${kind === 'standard' ? emptyPart : part`and ${matchesClassic(event)}`}`
}

/** Event ids grow with time, so a period is a range of the primary key. */
function listEvents(
  sql: Sql,
  account_id: string,
  names: readonly EventName[],
  from: string,
  to: string,
): Promise<Event[]> {
  return sql<Event>`
    select account_id, id, sequence, name, actor, payload, occurred_at from events
     where account_id = ${account_id} and id >= ${from} and id < ${to} and name = any(${names}) order by id limit ${AT_ONCE}`
}

async function requeue(
  sql: Sql,
  account_id: string,
  webhook: Endpoint,
  { status }: ReplayRequest,
  requested_at: string,
  message_ids: readonly string[],
): Promise<void> {
  await sql`
    update webhook_deliveries
       set status = 'pending', tries = 0, next_attempt_at = now(), queued_at = now(), delivered_at = null, lease = null, leased_until = null
     where account_id = ${account_id} and webhook_id = ${webhook.id} and message_id = any(${message_ids}) and queued_at < ${requested_at}
       and status = any(${status === 'failed' ? ['failed'] : ['failed', 'delivered']})`
}

/** The lowest possible event id at this time, or some milliseconds later. */
export function lowestId(moment: string, later = 0): string {
  const hex = (Date.parse(moment) + later).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}

/** The next id. */
function nextId(id: string): string {
  const hex = (BigInt(`0x${id.replaceAll('-', '')}`) + 1n).toString(16).padStart(32, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
