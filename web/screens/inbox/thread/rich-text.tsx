import { Fragment, use, useState } from 'react'
import { parseMarks, type Block, type Piece } from '#contract/message-marks.ts'
import { MarksContext } from './marks.ts'
import { parseText } from './parse-text.ts'
import { useThreadWords } from './words.ts'

const LONG = 3_000

type Names = { names?: readonly string[] | undefined }

/** A message text with its formatting, links and highlighted mentions. Long texts are cut until expanded. */
export function RichText({ text, names }: Names & { text: string }) {
  const { thread: words } = useThreadWords()
  const style = use(MarksContext)
  const [showsAll, showAll] = useState(text.length <= LONG)
  return (
    <>
      {parseMarks(showsAll ? text : `${text.slice(0, LONG)}…`, style).map((block, index) => (
        <Shown key={index} block={block} names={names} />
      ))}
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

function Shown({ block, names }: Names & { block: Block }) {
  if (block.kind === 'text') return <Pieces pieces={block.pieces} names={names} />
  const items = block.items.map((pieces, index) => (
    <li key={index}>
      <Pieces pieces={pieces} names={names} />
    </li>
  ))
  if (block.kind === 'bullets') return <ul className="list-disc pl-5">{items}</ul>
  return (
    <ol start={block.first} className="list-decimal pl-6">
      {items}
    </ol>
  )
}

const tags = { bold: 'strong', italic: 'em', strike: 's' } as const

function Pieces({ pieces, names }: Names & { pieces: readonly Piece[] }) {
  return pieces.map((piece, index) => {
    if (typeof piece === 'string') return <Plain key={index} text={piece} names={names} />
    if (piece.mark === 'code')
      return (
        <code key={index} className="rounded box-decoration-clone bg-ink/8 px-1 py-0.5 font-mono text-sm">
          {piece.text}
        </code>
      )
    const Tag = tags[piece.mark]
    return (
      <Tag key={index}>
        <Pieces pieces={piece.pieces} names={names} />
      </Tag>
    )
  })
}

const Plain = ({ text, names }: Names & { text: string }) =>
  parseText(text, names).map(({ kind, text: piece, href }, index) => {
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
    return <Fragment key={index}>{piece}</Fragment>
  })
