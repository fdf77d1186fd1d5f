import { use } from 'react'
import { withoutMarks } from '#contract/message-marks.ts'
import type { Message } from '#contract/records/conversation.ts'
import { MarksContext } from './marks.ts'
import { useThreadWords } from './words.ts'

/** The quoted message above a reply. Pressing it scrolls there, if it is loaded. */
export function Quote({ quoted }: { quoted: NonNullable<Message['reply_to']> }) {
  const { thread: words } = useThreadWords()
  const { id } = quoted
  const preview = quoted.preview && withoutMarks(quoted.preview, use(MarksContext))
  return (
    <button
      type="button"
      aria-label={words.quoted(preview || words.attachment)}
      onClick={() => id && showMessage(id)}
      className="mb-1.5 block w-full min-w-0 rounded-md border-l-2 border-accent bg-surface/70 px-2 py-1 text-left text-sm
        text-ink-2 hover:bg-surface"
    >
      <span className="line-clamp-2 wrap-anywhere">{preview || (id ? words.attachment : words.quotedUnknown)}</span>
    </button>
  )
}

function showMessage(id: string) {
  const message = document.querySelector(`[data-message="${CSS.escape(id)}"]`)
  message?.scrollIntoView({ block: 'center' })
  message?.animate([{ backgroundColor: 'var(--color-accent-soft)' }, { backgroundColor: 'transparent' }], 1500)
}
