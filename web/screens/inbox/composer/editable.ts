import { channelCapabilities, type Channel } from '#contract/channels.ts'
import type { ThreadMessage } from '#web/screens/inbox/thread/group-messages.ts'

/** Whether the user may change the text: their own message, where the channel can, or their own note. */
export function isEditable(message: ThreadMessage, channel: Channel, user_id: string): boolean {
  const { author, content, content_type, deleted, outgoing, status } = message
  const isOwn = author.type === 'agent' && author.id === user_id
  const isChangeable = message.private || (channelCapabilities[channel].edits && !unsent.has(status))
  return isOwn && isChangeable && !deleted && !outgoing && content_type === 'text' && Boolean(content)
}

/** A message that did not leave is deleted or sent again instead. */
const unsent = new Set(['scheduled', 'failed'])
