import { usePresent } from '#web/live/signals.ts'
import './typing-line.css'
import { useThreadWords } from './words.ts'

/** Shows who is typing. It always takes up space, so that nothing moves when it comes and goes. */
export function TypingLine({ conversation_id }: { conversation_id: string }) {
  const { thread: words } = useThreadWords()
  const writers = usePresent(conversation_id, 'typing')
  return (
    <div role="status" className="flex h-6 items-center gap-2 px-4 text-xs text-ink-2">
      {writers.length > 0 && (
        <>
          <span aria-hidden className="typing-dots flex gap-0.5 text-ink-3">
            <i />
            <i />
            <i />
          </span>
          <span className="truncate">{words.typing(writers.map(({ name }) => name).join(', '), writers.length)}</span>
        </>
      )}
    </div>
  )
}
