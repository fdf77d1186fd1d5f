import type { ChatMessage } from '#contract/records/conversation.ts'
import type { Words } from './state.ts'

type Props = {
  quoted: NonNullable<ChatMessage['reply_to']>
  messages: readonly ChatMessage[]
  words: Words
  reveal(id: string): Promise<void>
}

/** The quoted message above an answer. Pressing it shows that message. */
export function Quote({ quoted: { id, preview }, messages, words, reveal }: Props) {
  const isDeleted = messages.some((message) => message.id === id && message.deleted)
  const text = isDeleted ? words.deleted : preview || words.attachment
  return (
    <button type="button" class="quote" aria-label={words.quoted(text)} onClick={() => id && void show(id, reveal)}>
      {text}
    </button>
  )
}

/** Scrolls to the message, loading earlier ones if needed, and moves the focus there for screen readers. */
async function show(id: string, reveal: (id: string) => Promise<void>): Promise<void> {
  await reveal(id).catch(() => {})
  requestAnimationFrame(() => {
    const message = document.querySelector<HTMLElement>(`[data-message="${CSS.escape(id)}"]`)
    message?.scrollIntoView({ block: 'center' })
    message?.focus({ preventScroll: true })
  })
}

/** The text by which a message is quoted. */
export function previewOf({ content, attachments }: ChatMessage): string {
  return (content || attachments[0]?.file_name || '').slice(0, 200)
}
