import { useState } from 'react'
import { useThreadWords } from './words.ts'
import { parseText } from './parse-text.ts'

const LONG = 3_000

/** A message text with links and highlighted mentions. Long texts are cut until expanded. */
export function RichText({ text, names }: { text: string; names?: readonly string[] }) {
  const { thread: words } = useThreadWords()
  const [showsAll, showAll] = useState(text.length <= LONG)
  const pieces = parseText(showsAll ? text : `${text.slice(0, LONG)}…`, names)
  return (
    <>
      {pieces.map(({ kind, text: piece, href }, index) => {
        if (kind === 'link')
          return (
            <a
              key={index}
              href={href}
              target="_blank"
              rel="noopener noreferrer nofollow"
              className="text-accent-text underline decoration-from-font underline-offset-2"
            >
              {piece}
            </a>
          )
        if (kind === 'mention')
          return (
            <strong key={index} className="rounded bg-accent-soft px-1 font-semibold text-accent-text">
              {piece}
            </strong>
          )
        return piece
      })}
      {!showsAll && (
        <button
          type="button"
          onClick={() => showAll(true)}
          className="ml-1 font-medium text-accent-text underline underline-offset-2"
        >
          {words.showAll}
        </button>
      )}
    </>
  )
}
