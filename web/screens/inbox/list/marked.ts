export type Piece = { text: string; isMatch: boolean }

const LEAD = 60

/** A text in pieces, those that begin like a word looked for marked; it begins near the first of them. */
export function marked(content: string, query: string): Piece[] {
  const wanted = fold(query)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1)
  const pieces = content.split(/([\p{L}\p{N}]+)/u).map((text) => ({ text, isMatch: isLike(fold(text), wanted) }))
  const first = pieces.findIndex(({ isMatch }) => isMatch)
  const before = pieces
    .slice(0, first)
    .map(({ text }) => text)
    .join('')
  if (first < 0 || before.length <= LEAD) return pieces
  return [{ text: `…${before.slice(-LEAD)}`, isMatch: false }, ...pieces.slice(first)]
}

/** Other forms of a word share its beginning: `visita`, `visitas`, `visitar`. */
function isLike(word: string, wanted: string[]) {
  if (word.length < 2) return false
  return wanted.some((each) => word.startsWith(each.slice(0, Math.max(2, each.length - 2))))
}

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
