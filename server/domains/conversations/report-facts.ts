import type { Message, MessageAuthor } from '#contract/records/conversation.ts'
import { type Part, part } from '#db/sql.ts'
import { authorOf } from './rules.ts'
import type { Context } from '#kernel/operation.ts'

/** The part of a message that reports count. */
export type MessageFacts = Pick<Message, 'direction' | 'private'> & {
  author: MessageAuthor
  waited_seconds: number | null
}

/**
 * Updates the report facts of the locked conversation `c` after a change by the same statement, as an item of its FROM. The
 * function is volatile, so it sees the change.
 */
export function recordFacts(ctx: Context, message?: MessageFacts): Part {
  const { type, id } = message?.author ?? authorOf(ctx.actor)
  return part`cross join lateral record_conversation(
    c.account_id, c.id, ${ctx.now}, ${type}, ${id}::bigint, ${message?.direction ?? null}, ${message?.private ?? false}, ${message?.waited_seconds ?? null}) facts`
}

/** Updates the report facts of a locked conversation after a change by an earlier statement. */
export async function recordFactsOf(ctx: Context, id: string): Promise<void> {
  await ctx.sql`
    select from conversations c ${recordFacts(ctx)} where c.account_id = ${ctx.actor.account.id} and c.id = ${id}`
}

/** Records the facts of all messages of these conversations, oldest first, as if each had just been written. */
export async function recordMessageFacts({ sql, actor }: Context, conversation_ids: readonly string[]): Promise<void> {
  await sql`
    select record_conversation(m.account_id, m.conversation_id, m.created_at, m.author_type, m.author_id, m.direction, m.private, m.waited_seconds)
      from (select * from messages where account_id = ${actor.account.id} and conversation_id = any(${conversation_ids}::bigint[])
             order by created_at, id) m`
}
