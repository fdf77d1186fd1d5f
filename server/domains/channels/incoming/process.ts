import { type OpenedConnection, findOfInbox } from '#domains/access/public/connections.ts'
import * as inboxes from '#domains/workspace/inboxes/store.ts'
import type { ChannelEvent, Channels } from '#kernel/connector.ts'
import type { Context } from '#kernel/operation.ts'
import { type Runtime, timingOf } from '#kernel/runtime.ts'
import { runAsSystem } from '#kernel/system-actor.ts'
import { applyEvent } from './apply-event.ts'
import { NotYet } from './parked.ts'

export type RawEvent = {
  account_id: string
  id: string
  inbox_id: string
  body: Buffer
  received_at: string
  attempts: number
}

/** Seconds before each retry of an event that could not be applied. */
const RETRIES = [1, 5, 30, 300, 1800, 7200]

/** Claims stored requests under a lease, oldest first. */
export function claimEvents(runtime: Runtime, room: number): Promise<RawEvent[]> {
  return runtime.database.sql<RawEvent>`
    with due as (
      select account_id, id from channel_events where next_try_at <= now()
       order by next_try_at limit ${room} for update skip locked
    ) update channel_events e set next_try_at = now() + make_interval(secs => ${timingOf(runtime).leaseSeconds}), attempts = e.attempts + 1
        from due where e.account_id = due.account_id and e.id = due.id
      returning e.account_id, e.id, e.inbox_id, e.body, e.received_at, e.attempts`
}

/** Gives back requests that were not finished. */
export async function releaseEvents(runtime: Runtime, events: readonly RawEvent[]): Promise<void> {
  await runtime.database.sql`
    update channel_events e set next_try_at = now(), attempts = e.attempts - 1
      from jsonb_to_recordset(${JSON.stringify(events.map(({ account_id, id }) => ({ account_id, id })))}::jsonb) as l (account_id bigint, id bigint)
     where e.account_id = l.account_id and e.id = l.id and e.outcome is null`
}

type Outcome = { outcome: 'processed' | 'ignored' | 'failed'; reason: string | null; kinds: string[] }

/** Applies every event of a stored request, each in its own transaction, and records the outcome. */
export async function processEvent(runtime: Runtime & { channels: Channels }, raw: RawEvent): Promise<void> {
  const { database, config, secret } = runtime
  const connection = await findOfInbox(
    database.sql,
    { secret, base_url: config.base_url },
    raw.account_id,
    raw.inbox_id,
  )
  if (!connection) return settle(runtime, raw, { outcome: 'ignored', reason: 'The inbox is not connected.', kinds: [] })
  const connector = runtime.channels.connectors[connection.channel]
  const events = ((await connector?.parse(raw.body, connection, raw.received_at)) ?? []).map(withRequest(raw.id))
  const reasons: string[] = []
  const failures: unknown[] = []
  let isProcessed = false
  for (const event of events) {
    try {
      const applied = await applyOne(runtime, raw, connection, event)
      isProcessed ||= applied.outcome === 'processed'
      if (applied.reason) reasons.push(applied.reason)
    } catch (error) {
      failures.push(error)
    }
  }
  const kinds = [...new Set(events.map(({ kind }) => kind))]
  const [failure] = failures
  if (failure === undefined) {
    const reason = [...new Set(reasons)].join(' ') || (events.length === 0 ? 'It contains nothing to process.' : null)
    return settle(runtime, raw, { outcome: isProcessed ? 'processed' : 'ignored', reason, kinds })
  }
  const { message } = failure as Error
  const pause = failure instanceof NotYet ? 2 : RETRIES[raw.attempts - 1]
  if (!(failure instanceof NotYet))
    runtime.log.warn({ err: failure, inbox_id: raw.inbox_id, event_id: raw.id }, 'a channel event could not be applied')
  await settle(runtime, raw, { outcome: 'failed', reason: message.slice(0, 1000), kinds }, pause)
}

/** Names the stored request in the files of an event, for channels whose requests contain them. */
function withRequest(request_id: string) {
  return (event: ChannelEvent): ChannelEvent =>
    'attachments' in event && event.attachments
      ? { ...event, attachments: event.attachments.map((file) => ({ ...file, request_id })) }
      : event
}

async function applyOne(
  runtime: Runtime & { channels: Channels },
  { account_id, inbox_id }: RawEvent,
  connection: OpenedConnection,
  event: ChannelEvent,
): Promise<{ outcome: 'processed' | 'ignored'; reason?: string }> {
  if (event.account !== undefined && event.account !== connection.external_id)
    return { outcome: 'ignored', reason: `It is addressed to another account, ${event.account}.` }
  const applied = await runAsSystem(runtime, account_id, 'receive_channel_event', async (ctx: Context) => {
    const inbox = await inboxes.find(ctx, inbox_id)
    return inbox ? applyEvent(ctx, inbox, event) : { outcome: 'ignored' as const, reason: 'The inbox was deleted.' }
  })
  if (event.kind === 'message' && event.acknowledge !== undefined)
    // The customer's button spins until then; it does not matter if this fails.
    await runtime.channels.connectors[connection.channel]
      ?.confirm?.(connection, event.acknowledge, runtime.channels.http)
      .catch((error: unknown) => runtime.log.warn({ err: error }, 'an event could not be acknowledged'))
  return applied
}

/** Records the outcome; with a pause the request is tried again after it. */
async function settle(
  { database }: Runtime,
  { account_id, id }: RawEvent,
  result: Outcome,
  pause?: number,
): Promise<void> {
  const { outcome, reason, kinds } = result
  await database.sql`
    update channel_events
       set outcome = ${outcome}, reason = ${reason}, kinds = ${kinds},
           next_try_at = now() + make_interval(secs => ${pause ?? null}::float8)
     where account_id = ${account_id} and id = ${id}`
}

/** Milliseconds until the next stored request is due. */
export async function untilNextEvent({ database }: Runtime): Promise<number> {
  const [row] = await database.sql<{ seconds: number | null }>`
    select extract(epoch from min(next_try_at) - now())::float8 as seconds from channel_events where next_try_at is not null`
  return row?.seconds == null ? Infinity : Math.max(20, row.seconds * 1000)
}
