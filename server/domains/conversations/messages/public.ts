import type { ListedMessage } from '#contract/records/conversation.ts'
import { emptyPart, part, type Part } from '#db/sql.ts'
import * as conversations from '#domains/conversations/store.ts'
import type { Context } from '#kernel/operation.ts'
import { olderThan } from '#kernel/paging.ts'
import { listedColumns, withFileUrls } from './columns.ts'

/** Messages sent or received, without notes and without those still to be sent; newest first, one more than the limit. */
export async function listPublic(
  ctx: Context,
  met: Part,
  after: string[] | undefined,
  limit: number,
): Promise<ListedMessage[]> {
  const rows = await ctx.sql<ListedMessage>`
    select ${listedColumns()}
      from (select r.* from ${publicMessages(ctx)} ${met} ${olderThan(after, part`r.created_at, r.id`)}
             order by r.created_at desc, r.id desc limit ${limit + 1}) m
      join conversations v on v.account_id = m.account_id and v.id = m.conversation_id
      join contacts k on k.account_id = v.account_id and k.id = v.contact_id
      join inboxes i on i.account_id = v.account_id and i.id = v.inbox_id
     order by m.created_at desc, m.id desc`
  return rows.map((row) => ({ ...row, ...withFileUrls(ctx, row) }))
}

/** These messages (`r`), of conversations the caller may see. */
export function publicMessages(ctx: Context): Part {
  const visible = conversations.visibleTo(ctx)
  const joined =
    visible === emptyPart
      ? emptyPart
      : part`join conversations c on c.account_id = r.account_id and c.id = r.conversation_id ${visible}`
  return part`messages r ${joined} where r.account_id = ${ctx.actor.account.id} and not r.private and r.status <> 'scheduled'`
}

/** Senders as reports count them: people include authors unknown here, such as those of a provider's own app. */
export const senders = ['customer', 'person', 'agent', 'ai_agent'] as const

export const sentBy: Record<(typeof senders)[number], Part> = {
  customer: part`and r.direction = 'incoming'`,
  person: part`and r.direction = 'outgoing' and r.author_type = 'agent'`,
  agent: part`and r.direction = 'outgoing' and r.author_type = 'agent' and r.author_id is not null`,
  ai_agent: part`and r.direction = 'outgoing' and r.author_type = 'ai_agent'`,
}
