export type Segment = { text: string; isMatch: boolean }

const LEAD = 60

/** Splits a text into pieces and flags those that match a search word. The result starts near the first match. */
export function highlight(content: string, query: string): Segment[] {
  const words = fold(query)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1)
  const pieces = content.split(/([\p{L}\p{N}]+)/u).map((text) => ({ text, isMatch: isSimilar(fold(text), words) }))
  const first = pieces.findIndex(({ isMatch }) => isMatch)
  const before = pieces
    .slice(0, first)
    .map(({ text }) => text)
    .join('')
  if (first < 0 || before.length <= LEAD) return pieces
  return [{ text: `…${before.slice(-LEAD)}`, isMatch: false }, ...pieces.slice(first)]
}

/** Forms of a word share their beginning: `visita`, `visitas`, `visitar`. */
function isSimilar(word: string, words: string[]) {
  if (word.length < 2) return false
  return words.some((each) => word.startsWith(each.slice(0, Math.max(2, each.length - 2))))
}

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
