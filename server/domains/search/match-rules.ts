import { fold } from '#kernel/filters/reference.ts'

/** Words of a folded text, as the index of words splits it. */
export function wordsOf(text: string): string[] {
  return fold(text)
    .split(/[\s!-/:-@[-`{-~]+/)
    .filter((word) => word !== '')
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'.split('')

/** Whether other spellings are tried: short words and codes are taken as they are. */
export function isMisspellable(word: string): boolean {
  return /^[a-z]{4,20}$/.test(word)
}

/** The word and every word one typing error away: a letter missing, added, replaced or exchanged with its neighbour. */
export function spellings(word: string): string[] {
  const all = new Set([word])
  for (let i = 0; i <= word.length; i++) {
    const [before, after] = [word.slice(0, i), word.slice(i)]
    for (const letter of LETTERS) {
      all.add(before + letter + after)
      if (after) all.add(before + letter + after.slice(1))
    }
    if (after) all.add(before + after.slice(1))
    if (after.length > 1) all.add(before + after[1]! + after[0]! + after.slice(2))
  }
  return [...all]
}

export type Candidate = {
  id: string
  name: string
  /** Other text it is found by. */
  also: string | null
  recent_at: string
}

/** The best candidates: words of the name count more than parts of words, and these more than other fields; then the newest. */
export function best<C extends Candidate>(candidates: readonly C[], terms: readonly string[], limit: number): C[] {
  const wanted = terms.map(fold)
  return candidates
    .map((candidate) => ({ candidate, cost: costOf(candidate, wanted) }))
    .sort((a, b) => a.cost - b.cost || b.candidate.recent_at.localeCompare(a.candidate.recent_at))
    .slice(0, limit)
    .map(({ candidate }) => candidate)
}

function costOf({ name, also }: Candidate, wanted: readonly string[]): number {
  const folded = fold(name)
  const words = folded.split(/\s+/)
  const other = fold(also ?? '')
  const costs = wanted.map((term) => {
    if (words.includes(term)) return 0
    if (words.some((word) => word.startsWith(term))) return 1
    if (folded.includes(term)) return 2
    return other.includes(term) ? 3 : 5
  })
  const total = costs.reduce((sum: number, cost) => sum + cost, 0)
  return folded === wanted.join(' ') ? total - 1 : total
}
