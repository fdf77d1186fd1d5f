import type { Conversation } from '#contract/records/conversation.ts'
import { mentionedIn } from '#domains/conversations/mention-rules.ts'
import type { Context } from '#kernel/operation.ts'

export type Mentioned = { id: string; name: string }

/**
 * The agents a note names, who follow the conversation from now on. Who may not see it is left out, and so is who
 * wrote it: nobody needs to be told of themselves.
 */
export async function mention(ctx: Context, conversation: Conversation, content: string | null): Promise<Mentioned[]> {
  if (!content?.includes('@')) return []
  const agents = await listSeers(ctx, conversation)
  const mentioned = mentionedIn(content, agents).filter(({ id }) => id !== ctx.actor.user_id)
  if (mentioned.length === 0) return []
  await ctx.sql`
    insert into conversation_participants (account_id, conversation_id, user_id)
    select ${ctx.actor.account.id}, ${conversation.id}, user_id from unnest(${mentioned.map(({ id }) => id)}::bigint[]) user_id
    on conflict do nothing`
  return mentioned
}

/** The agents who may see the conversation. */
function listSeers({ sql, actor }: Context, { assignee, team }: Conversation): Promise<Mentioned[]> {
  return sql<Mentioned>`
    select u.id, u.name from memberships m join users u on u.id = m.user_id and u.disabled_at is null
     where m.account_id = ${actor.account.id} and m.deactivated_at is null
       and (m.visibility = 'all' or m.user_id = ${assignee?.id ?? null}::bigint or (m.visibility = 'team' and exists (
             select from team_members t where t.account_id = m.account_id and t.user_id = m.user_id and t.team_id = ${team?.id ?? null}::bigint)))
     order by u.id`
}
