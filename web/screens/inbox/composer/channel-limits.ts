import { channelCapabilities, type Channel } from '#contract/channels.ts'
import type { Conversation } from '#contract/records/conversation.ts'

/** Limits of the channel for a text to the customer; internal notes have none. */
export function channelLimits({ channel, reply_window }: Conversation, isNote: boolean, text: string) {
  if (isNote) return { left: undefined, isClosed: false, needsHumanAgent: false, isAllowed: true }
  const left = textLeft(channel, text)
  const isClosed = reply_window?.open === false
  const needsHumanAgent = isClosed && reply_window.may_send.includes('human_agent')
  return { left, isClosed, needsHumanAgent, isAllowed: (left ?? 0) >= 0 && (!isClosed || needsHumanAgent) }
}

/** Characters or bytes left in a text of a channel; undefined while the limit is far away. */
export function textLeft(channel: Channel, text: string): number | undefined {
  const { text_limit, text_unit } = channelCapabilities[channel]
  if (text_limit === null) return undefined
  const length = text_unit === 'bytes' ? new TextEncoder().encode(text).length : Array.from(text).length
  return length > text_limit * 0.9 ? text_limit - length : undefined
}
