import type { ComponentProps } from 'react'
import { VariableArea } from '#web/parts/variable-area.tsx'
import { useAccount } from '#web/session.ts'
import { pieces } from './pieces.ts'
import { useMessageWords, type Variables } from './words.ts'

type Props = Omit<ComponentProps<typeof VariableArea>, 'variables' | 'insertLabel'> & {
  /** The details that can stand in it, where they are not the usual ones. */
  variables?: Variables
}

/** A message that is kept to be sent later, and beside it how a customer will read it. */
export function MessageArea({ variables, ...props }: Props) {
  const words = useMessageWords()
  const known = Object.entries(variables ?? words.variables)
  const names = Object.fromEntries(known.map(([path, [label]]) => [path, label]))
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      <VariableArea rows={6} {...props} variables={names} insertLabel={words.insert} />
      <div className="min-w-0">
        <div className="mb-1.5 text-sm font-medium">{words.preview}</div>
        <MessagePreview content={props.value} variables={variables ?? words.variables} />
      </div>
    </div>
  )
}

/** The message with an example in the place of each detail. */
export function MessagePreview({ content, variables }: { content: string; variables?: Variables }) {
  const words = useMessageWords()
  const { name } = useAccount()
  const known = variables ?? words.variables
  const example = (path: string) => (path === 'account.name' ? name : (known[path]?.[1] ?? path))
  if (!content.trim())
    return (
      <p className="rounded-xl px-3 py-6 text-center text-sm text-ink-3 ring-1 ring-line ring-inset">
        {words.previewEmpty}
      </p>
    )
  return (
    <figure>
      <div
        className="w-fit max-w-full rounded-2xl rounded-bl-sm bg-accent-soft px-3.5 py-2.5 text-base wrap-anywhere
          whitespace-pre-wrap"
      >
        {pieces(content).map(({ text, path }, index) =>
          path ? (
            <span
              key={index}
              title={known[path]?.[0] ?? path}
              className="underline decoration-accent-text decoration-dotted underline-offset-3"
            >
              {example(path)}
            </span>
          ) : (
            <span key={index}>{text}</span>
          ),
        )}
      </div>
      {content.includes('{{') && <figcaption className="mt-1.5 text-xs text-ink-3">{words.previewHint}</figcaption>}
    </figure>
  )
}
