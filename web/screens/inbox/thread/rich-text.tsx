import { useState } from 'react'
import { useThreadWords } from './words.ts'
import { piecesOf } from './pieces.ts'

const LONG = 3_000

/** What somebody wrote: addresses can be opened, who is named stands out, and all else is text. */
export function RichText({ text, names }: { text: string; names?: readonly string[] }) {
  const { thread: words } = useThreadWords()
  const [isWhole, showWhole] = useState(text.length <= LONG)
  const pieces = piecesOf(isWhole ? text : `${text.slice(0, LONG)}…`, names)
  return (
    <>
      {pieces.map(({ kind, text: said, href }, index) => {
        if (kind === 'link')
          return (
            <a
              key={index}
              href={href}
              target="_blank"
              rel="noopener noreferrer nofollow"
              className="text-accent-text underline decoration-from-font underline-offset-2"
            >
              {said}
            </a>
          )
        if (kind === 'mention')
          return (
            <strong key={index} className="rounded bg-accent-soft px-1 font-semibold text-accent-text">
              {said}
            </strong>
          )
        return said
      })}
      {!isWhole && (
        <button
          type="button"
          onClick={() => showWhole(true)}
          className="ml-1 font-medium text-accent-text underline underline-offset-2"
        >
          {words.showWhole}
        </button>
      )}
    </>
  )
}
