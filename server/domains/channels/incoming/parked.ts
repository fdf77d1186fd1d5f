import type { ChannelEvent } from '#kernel/connector.ts'
import type { Context } from '#kernel/operation.ts'

/** Thrown when an event must wait a moment, such as an echo of a message that is being sent. */
export class NotYet extends Error {}

/** Keeps an event about a message that has not arrived yet; it waits for seven days. */
export async function park(ctx: Context, inbox_id: string, target: string, event: ChannelEvent): Promise<void> {
  await ctx.sql`
    insert into parked_channel_events (account_id, inbox_id, target, event, created_at)
    values (${ctx.actor.account.id}, ${inbox_id}, ${target}, ${JSON.stringify(event)}::jsonb, ${ctx.now})`
}

/** Takes the events that wait for a message, oldest first. */
export async function takeParked(ctx: Context, inbox_id: string, target: string): Promise<ChannelEvent[]> {
  const rows = await ctx.sql<{ id: string; event: ChannelEvent }>`
    delete from parked_channel_events
     where account_id = ${ctx.actor.account.id} and inbox_id = ${inbox_id} and target = ${target}
    returning id, event`
  return rows.toSorted((a, b) => Number(BigInt(a.id) - BigInt(b.id))).map(({ event }) => event)
}

/**
 * Serialises work on one message id of a channel, so that an event is not parked while its message is being stored.
 */
export async function lockTarget({ sql, actor }: Context, inbox_id: string, target: string): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended(${`channel-message:${actor.account.id}:${inbox_id}:${target}`}, 0))`
}
