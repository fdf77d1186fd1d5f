import type { Message } from '#contract/records/conversation.ts'
import { useSession } from '#web/app/session.ts'
import { cx } from '#web/ui/cx.ts'
import { useReact } from './use-react.ts'
import { useThreadWords } from './words.ts'

/** Reactions to a message, each emoji once. Pressing one's own removes it. */
export function Reactions({ message }: { message: Message }) {
  const { thread: words } = useThreadWords()
  const { user } = useSession()
  const react = useReact(message.id)
  const byEmoji = Map.groupBy(message.reactions, ({ emoji }) => emoji)
  return (
    <ul aria-label={words.reactions} className="flex flex-wrap gap-1 px-1">
      {[...byEmoji].map(([emoji, reactions]) => {
        const names = reactions.map(({ author }) => author.name).join(', ')
        const isMine = reactions.some(({ author }) => author.type === 'agent' && author.id === user.id)
        return (
          <li key={emoji}>
            <button
              type="button"
              title={names}
              aria-label={words.reaction(emoji, names)}
              aria-pressed={isMine}
              onClick={() => (isMine ? react.remove() : react.set(emoji))}
              className={cx(
                'flex h-6 items-center gap-1 rounded-full px-1.5 text-sm ring-1 ring-inset pointer-coarse:h-8 pointer-coarse:px-2.5',
                isMine ? 'bg-accent-soft ring-accent' : 'bg-surface ring-line hover:bg-hover',
              )}
            >
              <span aria-hidden>{emoji}</span>
              {reactions.length > 1 && <span className="text-xs text-ink-2">{reactions.length}</span>}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
