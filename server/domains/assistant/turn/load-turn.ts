import type { Author } from '#contract/records/author.ts'
import type { Conversation, Message } from '#contract/records/conversation.ts'
import { part } from '#db/sql.ts'
import { listActions } from '#domains/assistant/tools/actions.ts'
import { loadSettings } from '#domains/assistant/config/settings.ts'
import type { Settings } from '#domains/assistant/config/rules.ts'
import * as history from './history.ts'
import * as agents from '#domains/assistant/store.ts'
import type { AnswerInput } from './answer.ts'
import * as turns from './store.ts'
import { phrasesIn } from '#domains/assistant/text/phrases.ts'
import * as labels from '#domains/contacts/labels/store.ts'
import * as conversations from '#domains/conversations/store.ts'
import type { Context } from '#kernel/operation.ts'

/** A customer message for the AI agent to answer, with everything it needs. */
export type Turn = {
  agent: Author
  turnKey: turns.TurnKey
  conversation: Conversation
  settings: Settings
  bypassed: boolean
  labels: string[]
  answerInput: AnswerInput
}

export type ReceivedMessage = Pick<Message, 'id' | 'conversation_id'>

/** Loads the turn; undefined if it is not, or no longer, the AI agent's. */
export async function loadTurn(
  ctx: Context,
  { id: message_id, conversation_id }: ReceivedMessage,
): Promise<Turn | undefined> {
  const { account } = ctx.actor
  const [conversation] = await conversations.list(ctx, part`and c.id = ${conversation_id}`, { limit: 1 })
  if (!conversation) return undefined
  const turnKey = { message_id, conversation_id, assignee_id: conversation.assignee?.id ?? null }
  if (!(await turns.isAgentsTurn(ctx, turnKey))) return undefined
  const settings = await loadSettings(ctx, conversation.inbox.id)
  const up_to_message = part`and m.id <= ${message_id}`
  const [{ prompt }, all, read, replies, bypassed, summary, done] = await Promise.all([
    agents.getPrompt(ctx, conversation.inbox.id),
    labels.list(ctx),
    history.listRecent(ctx, conversation_id, settings.memory.messages, up_to_message),
    countReplies(ctx, conversation_id),
    isForPeople(ctx, turnKey, settings.bypass_label_ids),
    settings.memory.summary ? history.findSummary(ctx, conversation_id) : undefined,
    listActions(ctx, conversation_id),
  ])
  return {
    agent: { type: 'ai_agent', id: null, name: phrasesIn(account.locale).agent },
    turnKey,
    conversation,
    settings,
    bypassed,
    // Without bypass labels: a customer could otherwise make the agent silence itself.
    labels: all.filter(({ id }) => !settings.bypass_label_ids.includes(id)).map(({ title }) => title),
    answerInput: {
      inbox: conversation.inbox.name,
      prompt,
      settings,
      lines: read.map(history.toModelMessage),
      replies,
      data: { customer: conversation.contact.name, earlier: summary?.summary ?? null, done },
    },
  }
}

/** Replies of the AI agent since the conversation was last opened. */
async function countReplies({ sql, actor }: Context, conversation_id: string): Promise<number> {
  const [row] = await sql<{ count: number }>`
    select count(*)::int as count from messages m join conversations c on c.account_id = m.account_id and c.id = m.conversation_id
     where m.account_id = ${actor.account.id} and m.conversation_id = ${conversation_id} and m.author_type = 'ai_agent'
       and not m.private and m.created_at >= c.opened_at`
  return row!.count
}

/** Whether a person has taken over, or a bypass label is set. */
async function isForPeople(ctx: Context, turnKey: turns.TurnKey, label_ids: readonly string[]): Promise<boolean> {
  return (await isLabelled(ctx, turnKey, label_ids)) || (await isTakenByPerson(ctx, turnKey))
}

/** Whether the conversation or its contact has one of the labels. */
async function isLabelled(
  ctx: Context,
  { conversation_id }: turns.TurnKey,
  label_ids: readonly string[],
): Promise<boolean> {
  if (label_ids.length === 0) return false
  const rows = await ctx.sql`
    select from conversations c where c.account_id = ${ctx.actor.account.id} and c.id = ${conversation_id} and (
      exists (select from conversation_labels l where l.account_id = c.account_id and l.conversation_id = c.id and l.label_id = any(${label_ids}::bigint[]))
      or exists (select from contact_labels l where l.account_id = c.account_id and l.contact_id = c.contact_id and l.label_id = any(${label_ids}::bigint[])))`
  return rows.length > 0
}

/** Whether a person replied last or took the conversation, and has not returned it since. */
async function isTakenByPerson(
  { sql, actor }: Context,
  { message_id, conversation_id }: turns.TurnKey,
): Promise<boolean> {
  const account_id = actor.account.id
  const [taken] = await sql<{ at: string | null }>`
    select max(at) as at from (
      (select case when author_type = 'agent' then created_at end as at from messages
        where account_id = ${account_id} and conversation_id = ${conversation_id} and id < ${message_id}
          and direction = 'outgoing' and not private and author_type in ('agent', 'ai_agent') order by id desc limit 1)
      union all
      (select a.assigned_at from assignments a
         -- Events are written at the end of the transaction, a moment later.
         join events e on e.account_id = a.account_id and e.occurred_at between a.assigned_at and a.assigned_at + interval '1 minute'
          and e.name = 'conversation.assigned' and e.actor ->> 'type' = 'user' and e.payload #>> '{conversation,id}' = ${conversation_id}
        where a.account_id = ${account_id} and a.conversation_id = ${conversation_id} and a.ended_at is null)) taken`
  if (!taken?.at) return false
  const left = await sql`
    select from events where account_id = ${account_id} and occurred_at >= ${taken.at} and name = 'conversation.status_changed'
       and payload #>> '{conversation,id}' = ${conversation_id} and payload #>> '{changes,status,to}' = 'pending' limit 1`
  return left.length === 0
}
