import type { Attachment } from '#contract/records/conversation.ts'
import type { ThreadMessage } from '#web/screens/inbox/thread/group-messages.ts'

/** A file that is being sent has no address yet. */
export const isPicture = ({ state, file_type, url }: Attachment) =>
  state === 'stored' && file_type === 'image' && url !== ''

/** The messages of a group in order, those of one picture each that follow each other together. */
export function inRuns(messages: readonly ThreadMessage[]): ThreadMessage[][] {
  const runs: ThreadMessage[][] = []
  for (const message of messages) {
    const last = runs.at(-1)
    if (last && isOnePicture(message) && isOnePicture(last[0]!)) last.push(message)
    else runs.push([message])
  }
  return runs
}

/** Whether the message is a picture and nothing else to read. */
function isOnePicture(message: ThreadMessage): boolean {
  const { attachments, content, content_type, content_attributes, reply_to, deleted, outgoing, status } = message
  return (
    attachments.length === 1 &&
    isPicture(attachments[0]!) &&
    content_type === 'text' &&
    !content &&
    !reply_to &&
    !deleted &&
    !outgoing &&
    !message.private &&
    status !== 'failed' &&
    !['email', 'referral', 'sticker'].some((key) => key in content_attributes)
  )
}
