import type { HandoverReason } from '#contract/records/assistant.ts'
import type { Conversation } from '#contract/records/conversation.ts'
import { handoverNote, escalationLabel } from '#domains/assistant/text/handover-note.ts'
import { truncate } from '#domains/assistant/text/output-rules.ts'
import * as labels from '#domains/contacts/labels/store.ts'
import { unansweredText } from './history.ts'
import type { Turn } from './load-turn.ts'
import { customerLanguage, type Reply } from './answer.ts'
import * as turns from './store.ts'
import { phrasesIn } from '#domains/assistant/text/phrases.ts'
import { append } from '#domains/conversations/messages/append.ts'
import { claimNotice, findOutOfOffice } from '#domains/conversations/messages/out-of-office.ts'
import * as conversationRules from '#domains/conversations/rules.ts'
import { loadTemplateContext } from '#domains/conversations/messages/template-context.ts'
import { setTeam } from '#domains/conversations/changes.ts'
import * as conversations from '#domains/conversations/store.ts'
import * as teams from '#domains/workspace/teams.ts'
import { fillTemplate } from '#domains/workspace/variables.ts'
import { fold } from '#kernel/filters/reference.ts'
import type { Context } from '#kernel/operation.ts'
import type { SubscriberContext } from '#kernel/subscriber.ts'

/**
 * Passes the conversation to people in one transaction: informs team and customer, assigns the team and reopens it.
 */
export async function handOver(context: SubscriberContext, turn: Turn, reply: Reply): Promise<void> {
  const { handed_over, detail } = reply
  const { agent, turnKey, settings } = turn
  const { conversation_id } = turnKey
  const reason = handed_over ?? undefined
  await context.call('reopen_conversation', agent, { conversation_id }, async (ctx, reopen) => {
    if (!(await turns.claim(ctx, turnKey, { outcome: 'handed_over', reason, detail }))) return undefined
    const before = await conversations.get(ctx, conversation_id)
    if (reason && reason !== 'bypassed') {
      await addLabel(ctx, conversation_id, reason)
      await addNote(ctx, turn, before, reason, detail)
    }
    await sendHandoverMessage(ctx, turn, before, reason === 'bypassed')
    await assignTeam(ctx, before, settings.handover.team_id)
    return reopen()
  })
}

/** Puts the label of a topic that always goes to a person on the conversation, and creates it when it is first needed. */
async function addLabel(ctx: Context, conversation_id: string, reason: HandoverReason): Promise<void> {
  const title = escalationLabel(ctx.actor.account.locale, reason)
  if (!title) return
  const known = (await labels.list(ctx)).find((each) => fold(each.title) === fold(title))
  const label = known ?? (await labels.insert(ctx, labels.clean({ title })))
  if (!known) ctx.emit('label.created', { label })
  if (!(await conversations.tag(ctx, conversation_id, label.id))) return
  ctx.emit('conversation.label_added', { conversation: await conversations.get(ctx, conversation_id), label })
}

/** Leaves an internal note for the person who takes over: the reason, the question and how far the agent got. */
async function addNote(
  ctx: Context,
  { answerInput }: Turn,
  before: Conversation,
  reason: HandoverReason,
  detail?: string,
): Promise<void> {
  const question = truncate(unansweredText(answerInput.lines), 500)
  const content = handoverNote(ctx.actor.account.locale, { reason, question, replies: answerInput.replies, detail })
  const author = conversationRules.authorOf(ctx.actor)
  ctx.emit('message.sent', await append(ctx, before, { direction: 'outgoing', author, content, private: true }))
}

/**
 * Sends the handover message: outside business hours the inbox's own message, so that nobody is promised a reply shortly.
 * The message is not a reply, so the customer keeps waiting for a person. A bypass is announced only by the inbox's message.
 */
async function sendHandoverMessage(
  ctx: Context,
  { turnKey, settings, answerInput }: Turn,
  before: Conversation,
  isBypassed: boolean,
): Promise<void> {
  const account_id = ctx.actor.account.id
  const [about, outOfOffice] = await Promise.all([
    loadTemplateContext(ctx.sql, account_id, before.id),
    findOutOfOffice(ctx.sql, account_id, { conversation_id: before.id, created_at: ctx.now }),
  ])
  const template = outOfOffice?.is_closed ? outOfOffice.text : isBypassed ? null : settings.handover.message
  const own = template && about ? fillTemplate(template, about).trim() : ''
  if (isBypassed && own === '') return
  const words = phrasesIn(customerLanguage(ctx, unansweredText(answerInput.lines)))
  const content = own || (outOfOffice?.is_closed ? words.closed : words.handing_over)
  // The notice of the inbox is not sent once more.
  if (outOfOffice?.is_closed) await claimNotice(ctx, { conversation_id: before.id, created_at: ctx.now })
  const author = conversationRules.authorOf(ctx.actor)
  const sent = await append(ctx, before, { direction: 'outgoing', author, content })
  const { waiting_since } = before
  const conversation = await conversations.update(ctx, before.id, { waiting_since, awaiting_customer_since: null })
  await turns.setReply(ctx, turnKey, sent.message.id)
  ctx.emit('message.sent', { ...sent, conversation })
}

/** Assigns the handover team, if one is set and still exists. */
async function assignTeam(ctx: Context, before: Conversation, team_id: string | null): Promise<void> {
  if (team_id !== null && (await teams.find(ctx, team_id))) await setTeam(ctx, before, team_id)
}
