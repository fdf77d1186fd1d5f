import type { Conversation } from '#contract/records/conversation.ts'
import { emptyPart, part, type Part } from '#db/sql.ts'
import * as conversations from '#domains/conversations/store.ts'
import type { Context } from '#kernel/operation.ts'

/** Soonest due first, then longest waiting; conversations without an SLA target come last. */
const order = part`coalesce(c.first_response_due_at, c.next_response_due_at, 'infinity'), c.waiting_since, c.id`

/** Conversations whose customer waits for a reply, most urgent first, one more than the limit. */
export function listWaiting(
  ctx: Context,
  met: Part,
  after: string[] | undefined,
  limit: number,
): Promise<Conversation[]> {
  const beyond = after
    ? part`and (${order}) > (${after[0]}::timestamptz, ${after[1]}::timestamptz, ${after[2]}::bigint)`
    : emptyPart
  return conversations.list(ctx, part`and c.waiting_since is not null ${met} ${beyond}`, { limit, order })
}

/** The time by which the customer is due a reply. */
export function responseDueAt({ sla }: Conversation): string | null {
  return sla.first_response_due_at ?? sla.next_response_due_at
}

/** The cursor of the page after this conversation. */
export function toCursor(conversation: Conversation): string[] {
  return [responseDueAt(conversation) ?? 'infinity', conversation.waiting_since!, conversation.id]
}
