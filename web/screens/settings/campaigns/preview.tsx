import { useAccount } from '#web/session.ts'
import { useSettingsWords } from '#web/screens/settings/words.ts'
import { pieces } from './variables.ts'

/** The message as a contact reads it; what differs from one to the next is marked, with an example in its place. */
export function Preview({ content }: { content: string }) {
  const { campaigns: words } = useSettingsWords()
  const { name } = useAccount()
  const example = (path: string) => (path === 'account.name' ? name : (words.variables[path]?.[1] ?? path))
  return (
    <figure>
      <div
        className="w-fit max-w-full rounded-2xl rounded-bl-sm bg-accent-soft px-3.5 py-2.5 text-base wrap-anywhere
          whitespace-pre-wrap"
      >
        {pieces(content).map((piece, index) =>
          piece.path ? (
            <span
              key={index}
              title={words.variables[piece.path]?.[0] ?? piece.path}
              className="underline decoration-accent-text decoration-dotted underline-offset-3"
            >
              {example(piece.path)}
            </span>
          ) : (
            <span key={index}>{piece.text}</span>
          ),
        )}
      </div>
      {content.includes('{{') && (
        <figcaption className="mt-1.5 text-xs text-ink-3">{words.fields.previewHint}</figcaption>
      )}
    </figure>
  )
}
