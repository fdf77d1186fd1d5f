import { createContext } from 'react'
import { channelMarks, type Channel } from '#contract/channels.ts'
import type { Message } from '#contract/records/conversation.ts'
import type { MarkStyle } from '#contract/message-marks.ts'

/** The marks of the text that is shown; without any, signs are shown as they are. */
export const MarksContext = createContext<MarkStyle | null>(null)

/** An e-mail that arrived was written elsewhere, with formatting of its own. */
export function marksOf({ private: isNote, direction }: Pick<Message, 'private' | 'direction'>, channel: Channel) {
  if (isNote) return 'markdown'
  return channel === 'email' && direction === 'incoming' ? null : channelMarks[channel]
}
