import type { ThreadMessage } from '#web/screens/inbox/thread/group-messages.ts'
import { useThreadWords } from '#web/screens/inbox/thread/words.ts'
import { Reply } from '#web/ui/icons.ts'
import { ContextBar } from './context-bar.tsx'

/** The message that the reply will quote. */
export function QuoteBar({ quoted, onRemove }: { quoted: ThreadMessage; onRemove: () => void }) {
  const { composer: words, thread } = useThreadWords()
  return (
    <ContextBar icon={Reply} cancelLabel={words.removeQuote} onCancel={onRemove}>
      <p className="min-w-0 flex-1">
        <span className="block truncate text-xs font-medium text-ink-2">{words.replyingTo(quoted.author.name)}</span>
        <span className="block truncate">{quoted.content || thread.attachment}</span>
      </p>
    </ContextBar>
  )
}
