import type { Author } from '#contract/records/author.ts'
import type { Message } from '#contract/records/conversation.ts'
import { handOver } from './handover.ts'
import { loadTurn, type ReceivedMessage, type Turn } from './load-turn.ts'
import { updateSummary } from './memory.ts'
import { answer, type Reply } from './answer.ts'
import { openToolbox } from '#domains/assistant/tools/toolbox.ts'
import * as turns from './store.ts'
import { Problem } from '#kernel/problem.ts'
import type { SubscriberContext } from '#kernel/subscriber.ts'

const nobody: Author = { type: 'ai_agent', id: null, name: 'Hilo' }

/**
 * Replies to a customer's message if it is the AI agent's turn. The reply is worked out without a transaction, so that no
 * locks are held during network calls, and sent in one that checks that it is still the agent's turn.
 */
export async function respondToCustomer(context: SubscriberContext, received: ReceivedMessage): Promise<void> {
  try {
    await respond(context, received)
  } catch (error) {
    // The conversation was deleted meanwhile.
    if (!(error instanceof Problem && error.code === 'not_found')) throw error
  }
}

async function respond(context: SubscriberContext, received: ReceivedMessage): Promise<void> {
  const turn = await context.withoutTransaction('answer_customer', nobody, (ctx) => loadTurn(ctx, received))
  if (!turn) return
  if (turn.bypassed) return handOver(context, turn, { content: null, handed_over: 'bypassed', sources: [] })
  const reply = await context.withoutTransaction('answer_customer', turn.agent, (ctx) => {
    const { agent, turnKey, conversation, settings } = turn
    const { contact, channel } = conversation
    const toolContext = { call: context.call, agent, turnKey, contact, channel, now: ctx.now }
    const toolbox = openToolbox({ settings, modules: ctx.actor.account.modules, labels: turn.labels, toolContext })
    return answer(ctx, turn.answerInput, toolbox)
  })
  if (reply.handed_over) return handOver(context, turn, reply)
  if (!(await sendReply(context, turn, reply))) return
  await context.withoutTransaction('remember_conversation', turn.agent, (ctx) => updateSummary(ctx, turn))
}

/** Passes the conversation to a person after the last failed attempt. */
export async function handOverFailed(
  context: SubscriberContext,
  received: ReceivedMessage,
  error: Error,
): Promise<void> {
  const turn = await context.withoutTransaction('answer_customer', nobody, (ctx) => loadTurn(ctx, received))
  if (turn) await handOver(context, turn, { content: null, handed_over: 'failed', sources: [], detail: error.message })
}

async function sendReply(
  context: SubscriberContext,
  { agent, turnKey }: Turn,
  { content, sources, detail }: Reply,
): Promise<boolean> {
  const { conversation_id } = turnKey
  const cited = sources.map(({ document_id, title }) => ({ document_id, title }))
  const content_attributes = cited.length > 0 ? { sources: cited } : undefined
  const sent = await context.call(
    'send_message',
    agent,
    { conversation_id, content, content_attributes },
    async (ctx, send) => {
      if (!(await turns.claim(ctx, turnKey, { outcome: 'answered', detail }))) return undefined
      const message = (await send()) as Message
      await turns.setReply(ctx, turnKey, message.id)
      return message
    },
  )
  return sent !== undefined
}
