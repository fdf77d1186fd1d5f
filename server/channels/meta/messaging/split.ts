/** The length of a text as a channel counts it. */
export type TextLimit = { most: number; unit: 'characters' | 'bytes' }

/** Pieces within the limit, divided between words where possible and never inside a character. */
export function splitText(text: string, { most, unit }: TextLimit): string[] {
  const lengthOf = (piece: string) => (unit === 'bytes' ? Buffer.byteLength(piece) : Array.from(piece).length)
  if (lengthOf(text) <= most) return [text]
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  const pieces: string[] = []
  let [piece, length] = ['', 0]
  for (const { segment } of segmenter.segment(text)) {
    const size = lengthOf(segment)
    if (length + size > most) {
      const end = lastSpace(piece)
      pieces.push(piece.slice(0, end))
      piece = piece.slice(end).trimStart()
      length = lengthOf(piece)
    }
    piece += segment
    length += size
  }
  return [...pieces, piece].filter((each) => each.trim() !== '')
}

/** The end of the last whole word, unless that would leave a short piece. */
function lastSpace(piece: string): number {
  const at = piece.search(/\s\S*$/)
  return at > piece.length / 2 ? at : piece.length
}
