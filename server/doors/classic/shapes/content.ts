import { readOptions } from '#contract/message-options.ts'
import type { Message } from '#contract/records/conversation.ts'

type Content = Pick<Message, 'content_type' | 'content_attributes' | 'direction' | 'reply_to'> &
  Partial<Pick<Message, 'failure'>>

/** The type and attributes of a message as classic clients know them. */
export function classicContent(message: Content): {
  content_type: string
  content_attributes: Record<string, unknown>
} {
  const { reply_to, failure, content_attributes } = message
  const items = choicesOf(message)
  return {
    content_type: items ? 'input_select' : typeOf(message),
    content_attributes: {
      ...content_attributes,
      ...(items && { items }),
      ...(reply_to?.id && { in_reply_to: Number(reply_to.id) }),
      ...(reply_to?.external_id && { in_reply_to_external_id: reply_to.external_id }),
      ...(failure && { external_error: failure.detail }),
    },
  }
}

/** Types that classic clients do not know; their attributes stay, and they show the text. */
const others = new Set(['activity', 'location', 'contacts', 'choice', 'order', 'story', 'template', 'unsupported'])

function typeOf({ content_type, direction }: Content): string {
  if (content_type === 'email') return direction === 'incoming' ? 'incoming_email' : 'text'
  return others.has(content_type) ? 'text' : content_type
}

/** Buttons and the rows of a list are choices. */
function choicesOf(message: Content): { title: string; value: string }[] | undefined {
  if (message.content_type !== 'buttons' && message.content_type !== 'list') return undefined
  return readOptions(message).map(({ id, title }) => ({ title, value: id }))
}
