import type { Weights } from '#domains/knowledge/embedder/weights.ts'

export const WORD_START = '\u2581'
const MOST_KNOWN = 20_000

/** Normalises text as in training: no case, accents or punctuation. */
export function normalise(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Splits texts into word pieces, with a cache per word. */
export function openTokenizer(weights: Weights): (text: string) => number[] {
  const known = new Map<string, readonly number[]>()
  return (text) => {
    const plain = normalise(text)
    if (plain === '') return []
    return plain.split(' ').flatMap((word) => {
      const found = known.get(word) ?? tokenizeWord(weights, WORD_START + word)
      if (known.size < MOST_KNOWN) known.set(word, found)
      return found
    })
  }
}

/** Splits a word into its most likely pieces (Viterbi). Unknown characters are left out. */
function tokenizeWord({ ids, longest, unknown, scores }: Weights, word: string): number[] {
  const best = new Float64Array(word.length + 1).fill(-Infinity)
  const from = new Int32Array(word.length + 1)
  const piece = new Int32Array(word.length + 1)
  best[0] = 0
  for (let start = 0; start < word.length; start++) {
    const most = Math.min(longest, word.length - start)
    for (let length = 1; length <= most; length++) {
      const id = ids.get(word.slice(start, start + length))
      if (id === undefined && length > 1) continue
      const score = best[start]! + (id === undefined ? unknown : scores[id]!)
      if (score <= best[start + length]!) continue
      best[start + length] = score
      from[start + length] = start
      piece[start + length] = id ?? -1
    }
  }
  const found: number[] = []
  for (let end = word.length; end > 0; end = from[end]!) if (piece[end]! >= 0) found.push(piece[end]!)
  return found.reverse()
}
