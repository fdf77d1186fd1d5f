import type { OutboundTarget, SendResult } from '#kernel/connector.ts'
import { type Answer, type Bot, call, refuse, resultOf } from './api.ts'
import { type Chat, readChat, readMessage } from './chats.ts'

/** Telegram knows its reactions without the selector that asks for a coloured picture. */
const VARIATION_SELECTOR = /\uFE0F/g

export async function react(bot: Bot, target: OutboundTarget, emoji: string | null): Promise<SendResult> {
  const reaction = emoji === null ? [] : [{ type: 'emoji', emoji: emoji.replace(VARIATION_SELECTOR, '') }]
  return change(target, (message) => call(bot, 'setMessageReaction', { ...message, reaction }))
}

export async function edit(bot: Bot, target: OutboundTarget, content: string): Promise<SendResult> {
  return change(target, async (message) => {
    const answer = await call(bot, 'editMessageText', { ...message, text: content })
    const hasCaption = answer.outcome === 'refused' && /no text in the message to edit/i.test(answer.description)
    return hasCaption ? call(bot, 'editMessageCaption', { ...message, caption: content }) : answer
  })
}

export async function remove(bot: Bot, target: OutboundTarget): Promise<SendResult> {
  return change(target, ({ chat_id, message_id, business_connection_id }) =>
    business_connection_id
      ? call(bot, 'deleteBusinessMessages', { business_connection_id, message_ids: [message_id] })
      : call(bot, 'deleteMessage', { chat_id, message_id }),
  )
}

async function change(
  { external_id }: OutboundTarget,
  ask: (message: Chat & { message_id: number }) => Promise<Answer>,
): Promise<SendResult> {
  const found = readMessage(external_id)
  if (!found) return refuse('rejected', 'This message cannot be changed on Telegram')
  const answer = await ask({ ...readChat(found.chat), message_id: found.message_id })
  const isDone = answer.outcome === 'done' || (answer.outcome === 'refused' && isRepeated(answer.description))
  return isDone ? { outcome: 'accepted', external_id } : resultOf(answer)
}

/** A repeated change finds its work done. */
function isRepeated(description: string): boolean {
  return /message is not modified|message to delete not found/i.test(description)
}
