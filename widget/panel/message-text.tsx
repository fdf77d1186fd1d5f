import type { ComponentChildren } from 'preact'
import { parseMarks, type Block, type Piece } from '#contract/message-marks.ts'
import { splitLinks } from './links.ts'

/** A message with its formatting and links. Links reveal nothing about the page they are opened from. */
export const MessageText = ({ text }: { text: string }) => <>{parseMarks(text, 'markdown').map(toElement)}</>

function toElement(block: Block): ComponentChildren {
  if (block.kind === 'text') return block.pieces.map(toInline)
  const items = block.items.map((pieces, i) => <li key={i}>{pieces.map(toInline)}</li>)
  return block.kind === 'bullets' ? <ul>{items}</ul> : <ol start={block.first}>{items}</ol>
}

const tags = { bold: 'strong', italic: 'em', strike: 's' } as const

function toInline(piece: Piece): ComponentChildren {
  if (typeof piece === 'string') return <Linked text={piece} />
  if (piece.mark === 'code') return <code>{piece.text}</code>
  const Tag = tags[piece.mark]
  return <Tag>{piece.pieces.map(toInline)}</Tag>
}

const Linked = ({ text }: { text: string }) => (
  <>
    {splitLinks(text).map(({ text: piece, href }, i) =>
      href ? (
        <a key={i} href={href} target="_blank" rel="noopener noreferrer nofollow">
          {piece}
        </a>
      ) : (
        piece
      ),
    )}
  </>
)
