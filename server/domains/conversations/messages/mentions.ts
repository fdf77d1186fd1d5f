import type { Conversation } from '#contract/records/conversation.ts'
import { part } from '#db/sql.ts'
import { whereMemberSees } from '#domains/access/visibility.ts'
import { findMentions } from './mention-rules.ts'
import type { Context } from '#kernel/operation.ts'

export type MentionedAgent = { id: string; name: string }

/**
 * Adds the agents a note mentions as participants, and returns them. Agents who may not see the conversation and the author
 * are left out.
 */
export async function addMentioned(
  ctx: Context,
  conversation: Conversation,
  content: string | null,
): Promise<MentionedAgent[]> {
  if (!content?.includes('@')) return []
  const agents = await listViewers(ctx, conversation)
  const mentioned = findMentions(content, agents).filter(({ id }) => id !== ctx.actor.user_id)
  if (mentioned.length === 0) return []
  await ctx.sql`
    insert into conversation_participants (account_id, conversation_id, user_id)
    select ${ctx.actor.account.id}, ${conversation.id}, user_id from unnest(${mentioned.map(({ id }) => id)}::bigint[]) user_id
    on conflict do nothing`
  return mentioned
}

/** The agents who may see the conversation. */
function listViewers({ sql, actor }: Context, { assignee, team }: Conversation): Promise<MentionedAgent[]> {
  const ids = [part`${assignee?.id ?? null}::bigint`, part`${team?.id ?? null}::bigint`] as const
  return sql<MentionedAgent>`
    select u.id, u.name from memberships m join users u on u.id = m.user_id and u.disabled_at is null
     where m.account_id = ${actor.account.id} and m.deactivated_at is null ${whereMemberSees(part`m`, ...ids)}
     order by u.id`
}
