import type { CannedResponseVersion } from '#contract/records/workspace.ts'
import { differences, type Part } from './differences.ts'
import { useCannedWords } from './words.ts'

type Props = { before: CannedResponseVersion | undefined; after: CannedResponseVersion }

/** A version with its additions and removals. */
export function Difference({ before, after }: Props) {
  const words = useCannedWords()
  const parts: Part[] = before ? differences(before.content, after.content) : [{ kind: 'same', text: after.content }]
  return (
    <>
      {before && before.short_code !== after.short_code && (
        <p className="mb-1.5 text-sm text-ink-2">{words.codeChanged(before.short_code, after.short_code)}</p>
      )}
      <p className="text-base wrap-anywhere whitespace-pre-wrap">
        {parts.map((part, index) => (
          <Piece key={index} part={part} />
        ))}
      </p>
    </>
  )
}

/** Marked by a line as well as colour, and labelled for screen readers. */
function Piece({ part: { kind, text } }: { part: Part }) {
  const words = useCannedWords()
  if (kind === 'same') return text
  if (kind === 'removed')
    return (
      <del className="rounded-sm bg-danger-soft text-danger-text">
        <span className="sr-only">{words.removed} </span>
        {text}
      </del>
    )
  return (
    <ins className="rounded-sm bg-good-soft text-good-text decoration-good-text">
      <span className="sr-only">{words.added} </span>
      {text}
    </ins>
  )
}
