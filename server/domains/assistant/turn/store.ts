import type { HandoverReason } from '#contract/records/assistant.ts'
import type { Sql } from '#db/sql.ts'
import * as conversations from '#domains/conversations/store.ts'
import type { Context } from '#kernel/operation.ts'

/** The message to answer, and the assignee when it was read. */
export type TurnKey = { message_id: string; conversation_id: string; assignee_id: string | null }

/**
 * Whether it is still the AI agent's turn: the conversation is pending with the same assignee, the message exists and has no
 * outcome, and neither the customer nor the team has written since.
 */
export async function isAgentsTurn(
  ctx: Context,
  { message_id, conversation_id, assignee_id }: TurnKey,
): Promise<boolean> {
  const rows = await ctx.sql`
    select from conversations c
      join inboxes i on i.account_id = c.account_id and i.id = c.inbox_id and i.ai_agent_enabled
      join messages m on m.account_id = c.account_id and m.id = ${message_id} and m.conversation_id = c.id and m.deleted_at is null
     where c.account_id = ${ctx.actor.account.id} and c.id = ${conversation_id} and c.status = 'pending'
       and c.assignee_id is not distinct from ${assignee_id}::bigint
       and not exists (select from ai_turns t where t.account_id = m.account_id and t.message_id = m.id)
       and not exists (
         select from messages n where n.account_id = m.account_id and n.conversation_id = m.conversation_id and n.id > m.id
            and not n.private and n.deleted_at is null and (n.direction = 'incoming' or n.author_type in ('agent', 'api')))`
  return rows.length > 0
}

export type Outcome = {
  outcome: 'answered' | 'handed_over'
  reason?: HandoverReason | undefined
  detail?: string | undefined
}

/**
 * Claims the turn in this transaction, at most once per message. If it is no longer the agent's turn, that is recorded and
 * false is returned.
 */
export async function claim(ctx: Context, turnKey: TurnKey, { outcome, reason, detail }: Outcome): Promise<boolean> {
  await conversations.getLocked(ctx, turnKey.conversation_id)
  const still = await isAgentsTurn(ctx, turnKey)
  const rows = await ctx.sql`
    insert into ai_turns (account_id, message_id, conversation_id, outcome, reason, detail, created_at)
    select m.account_id, m.id, m.conversation_id, ${still ? outcome : 'passed'}, ${still ? (reason ?? null) : null},
           ${detail?.slice(0, 1000) ?? null}, ${ctx.now}
      from messages m where m.account_id = ${ctx.actor.account.id} and m.id = ${turnKey.message_id} and m.conversation_id = ${turnKey.conversation_id}
    on conflict do nothing returning outcome`
  return still && rows.length > 0
}

/** Records the reply of this turn. */
export async function setReply(ctx: Context, { message_id }: TurnKey, reply_id: string): Promise<void> {
  await ctx.sql`
    update ai_turns set reply_id = ${reply_id} where account_id = ${ctx.actor.account.id} and message_id = ${message_id}`
}

/** The last public message of a conversation, if the customer wrote it. */
export async function findUnanswered(
  sql: Sql,
  account_id: string,
  conversation_id: string,
): Promise<{ id: string; conversation_id: string } | undefined> {
  const [last] = await sql<{ id: string; conversation_id: string; direction: string }>`
    select id, conversation_id, direction from messages
     where account_id = ${account_id} and conversation_id = ${conversation_id} and not private and deleted_at is null
       and status <> 'scheduled' and (direction = 'incoming' or author_type in ('agent', 'api', 'ai_agent'))
     order by created_at desc, id desc limit 1`
  return last?.direction === 'incoming' ? last : undefined
}

/** Pending conversations of an inbox whose AI agent is disabled. */
export async function listPendingOfDisabled(sql: Sql, account_id: string, inbox_id: string): Promise<string[]> {
  const rows = await sql<{ id: string }>`
    select c.id from conversations c join inboxes i on i.account_id = c.account_id and i.id = c.inbox_id
     where c.account_id = ${account_id} and c.inbox_id = ${inbox_id} and c.status = 'pending' and not i.ai_agent_enabled
     order by c.last_activity_at desc, c.id desc limit 100`
  return rows.map(({ id }) => id)
}
