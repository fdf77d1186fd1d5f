import type { InboxEvent } from '#contract/records/channel.ts'
import { emptyPart, part } from '#db/sql.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

/** Requests of the provider to an inbox, newest first, one more than the limit. */
export async function list(
  { sql, actor }: Context,
  inbox_id: string,
  after: string[] | undefined,
  limit: number,
): Promise<InboxEvent[]> {
  const rows = await sql<Omit<InboxEvent, 'raw'> & { body: Buffer }>`
    select id, received_at, outcome, reason, kinds, body from channel_events
     where account_id = ${actor.account.id} and inbox_id = ${inbox_id} ${after ? part`and id < ${after[0]}::bigint` : emptyPart}
     order by id desc limit ${limit + 1}`
  return rows.map(toEvent)
}

function toEvent({ body, ...event }: Omit<InboxEvent, 'raw'> & { body: Buffer }): InboxEvent {
  return { ...event, raw: body.toString('utf8') }
}

/** Queues a stored request to be processed again; nothing is doubled. */
export async function replay({ sql, actor }: Context, inbox_id: string, id: string): Promise<InboxEvent> {
  const [row] = await sql<Omit<InboxEvent, 'raw'> & { body: Buffer }>`
    update channel_events set outcome = null, reason = null, attempts = 0, next_try_at = now()
     where account_id = ${actor.account.id} and inbox_id = ${inbox_id} and id = ${id}
    returning id, received_at, outcome, reason, kinds, body`
  return row
    ? toEvent(row)
    : reject('not_found', `This inbox has no event ${id}; see GET /inboxes/${inbox_id}/events.`, 'event_id')
}
