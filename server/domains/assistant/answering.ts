import type { Author } from '#contract/records/author.ts'
import type { Message } from '#contract/records/conversation.ts'
import { passOn } from '#domains/assistant/passing-on.ts'
import { readTurn, type Received, type Turn } from '#domains/assistant/reading-turn.ts'
import { remember } from '#domains/assistant/remembering.ts'
import { think, type Thought } from '#domains/assistant/thinking.ts'
import { openToolbox } from '#domains/assistant/toolbox.ts'
import * as turns from '#domains/assistant/turns.ts'
import { Problem } from '#kernel/problem.ts'
import type { Hands } from '#kernel/subscriber.ts'

const nobody: Author = { type: 'ai_agent', id: null, name: 'Hilo' }

/**
 * Answers what a customer wrote, where that is left to the AI agent. It thinks without a transaction, and speaks in one
 * that makes sure that it is still its turn; the network is never waited for while rows are held.
 */
export async function answer(hands: Hands, received: Received): Promise<void> {
  try {
    await answerIn(hands, received)
  } catch (error) {
    // What is gone meanwhile needs no answer.
    if (!(error instanceof Problem && error.code === 'not_found')) throw error
  }
}

async function answerIn(hands: Hands, received: Received): Promise<void> {
  const turn = await hands.reading('answer_customer', nobody, (ctx) => readTurn(ctx, received))
  if (!turn) return
  if (turn.bypassed) return passOn(hands, turn, { content: null, handed_over: 'bypassed', sources: [] })
  const thought = await hands.reading('answer_customer', turn.agent, (ctx) => {
    const { agent, place, conversation, settings } = turn
    const { contact, channel } = conversation
    const desk = { call: hands.call, agent, place, contact, channel, now: ctx.now }
    const box = openToolbox({ settings, modules: ctx.actor.account.modules, labels: turn.labels, desk })
    return think(ctx, turn.matter, box)
  })
  if (thought.handed_over) return passOn(hands, turn, thought)
  if (!(await say(hands, turn, thought))) return
  await hands.reading('remember_conversation', turn.agent, (ctx) => remember(ctx, turn))
}

/** It could not be answered at all: a person is to know. */
export async function giveUp(hands: Hands, received: Received, error: Error): Promise<void> {
  const turn = await hands.reading('answer_customer', nobody, (ctx) => readTurn(ctx, received))
  if (turn) await passOn(hands, turn, { content: null, handed_over: 'failed', sources: [], detail: error.message })
}

async function say(hands: Hands, { agent, place }: Turn, { content, sources }: Thought): Promise<boolean> {
  const { conversation_id } = place
  const told = sources.map(({ document_id, title }) => ({ document_id, title }))
  const content_attributes = told.length > 0 ? { sources: told } : undefined
  const sent = await hands.call(
    'send_message',
    agent,
    { conversation_id, content, content_attributes },
    async (ctx, send) => {
      if (!(await turns.take(ctx, place, { outcome: 'answered' }))) return undefined
      const message = (await send()) as Message
      await turns.noteReply(ctx, place, message.id)
      return message
    },
  )
  return sent !== undefined
}
