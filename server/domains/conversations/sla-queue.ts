import type { Conversation } from '#contract/records/conversation.ts'
import { nothing, part, type Part } from '#db/sql.ts'
import * as conversations from '#domains/conversations/store.ts'
import type { Context } from '#kernel/operation.ts'

/** Soonest due first, then who waits longest; what nothing is promised of comes last. */
const order = part`coalesce(c.first_response_due_at, c.next_response_due_at, 'infinity'), c.waiting_since, c.id`

/** Conversations in which the customer waits for an answer, the most pressing first, and one more than asked for. */
export function listWaiting(
  ctx: Context,
  met: Part,
  after: string[] | undefined,
  limit: number,
): Promise<Conversation[]> {
  const beyond = after
    ? part`and (${order}) > (${after[0]}::timestamptz, ${after[1]}::timestamptz, ${after[2]}::bigint)`
    : nothing
  return conversations.list(ctx, part`and c.waiting_since is not null ${met} ${beyond}`, { limit, order })
}

/** By when the customer is to be answered. */
export function dueOf({ sla }: Conversation): string | null {
  return sla.first_response_due_at ?? sla.next_response_due_at
}

/** Where the page after this conversation begins. */
export function placeOf(conversation: Conversation): string[] {
  return [dueOf(conversation) ?? 'infinity', conversation.waiting_since!, conversation.id]
}
