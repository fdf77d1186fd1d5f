import type { ComponentProps } from 'react'
import { useAccount } from '#web/app/session.ts'
import { splitVariables } from './split-variables.ts'
import { VariableArea } from './variable-area.tsx'
import type { Variables } from './words.es.ts'
import { useMessageWords } from './words.ts'

type Props = Omit<ComponentProps<typeof VariableArea>, 'variables' | 'insertLabel'> & {
  /** The available variables, if not the default ones. */
  variables?: Variables
}

/** Edits a message template, with a preview. */
export function MessageArea({ variables, ...props }: Props) {
  const words = useMessageWords()
  const available = Object.entries(variables ?? words.variables)
  const names = Object.fromEntries(available.map(([path, [label]]) => [path, label]))
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

/** The preview, with example values for the variables. */
export function MessagePreview({ content, variables }: { content: string; variables?: Variables }) {
  const words = useMessageWords()
  const { name } = useAccount()
  const available = variables ?? words.variables
  const example = (path: string) => (path === 'account.name' ? name : (available[path]?.[1] ?? path))
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
        {splitVariables(content).map(({ text, path }, index) =>
          path ? (
            <span
              key={index}
              title={available[path]?.[0] ?? path}
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
