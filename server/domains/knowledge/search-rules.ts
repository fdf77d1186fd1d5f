/** A word that was asked for: what finds it, in how many pieces it is, and how much it says. */
export type Word = { query: string; had: number; weight: number }

/** How many pieces a word may be in and still be followed: others are found by meaning, if they matter. */
export function mostFollowed(pieces: number): number {
  return Math.max(500, Math.ceil(pieces / 200))
}

/** The fewer pieces have a word, the more it says; one that nobody has says most. */
export function weigh(words: readonly Omit<Word, 'weight'>[], pieces: number): Word[] {
  return words.map((word) => ({ ...word, weight: Math.log(1 + pieces / (word.had + 0.5)) }))
}

/**
 * The words by which to look for pieces with at least half of the weight: such a piece has one of the heaviest, since all
 * the others together have less. Words too many pieces have are not followed.
 */
export function toFollow(words: readonly Word[], pieces: number): Word[] {
  const total = words.reduce((sum, { weight }) => sum + weight, 0)
  let heavier = 0
  const decisive = words
    .toSorted((a, b) => b.weight - a.weight)
    .filter(({ weight }) => {
      const counts = heavier <= total / 2
      heavier += weight
      return counts
    })
  return decisive.filter(({ had }) => had > 0 && had < mostFollowed(pieces))
}

const SOON = 60

/** A piece that may answer: how near it is in meaning, and how much of the words it has, if that is enough to count. */
export type Candidate = { document_id: string; position: number; score: number; coverage?: number }

/**
 * Two lists as one: a piece counts for its place in each. By meaning every piece has a place; by words only those that have
 * at least half of the weight of what was asked count, and the more the more of it they have: a lesser match says nothing,
 * and was measured to hurt.
 */
export function fuse(byMeaning: readonly Candidate[], byWords: readonly Candidate[]): Candidate[] {
  const worded = byWords.toSorted((a, b) => b.coverage! - a.coverage! || b.score - a.score)
  const all = new Map<string, { candidate: Candidate; rank: number }>()
  const add = (list: readonly Candidate[], worth: (candidate: Candidate) => number) => {
    for (const [place, candidate] of list.entries()) {
      const key = `${candidate.document_id} ${candidate.position}`
      const before = all.get(key)
      const rank = (before?.rank ?? 0) + worth(candidate) / (SOON + place + 1)
      all.set(key, { candidate: { ...before?.candidate, ...candidate }, rank })
    }
  }
  add(byMeaning, () => 1)
  add(worded, ({ coverage }) => 2 * coverage! - 1)
  return [...all.values()]
    .sort((a, b) => b.rank - a.rank || b.candidate.score - a.candidate.score)
    .map(({ candidate }) => candidate)
}

/** Whether a piece may be shown: near enough in meaning, or with enough of the words. */
export function isEnough({ score, coverage }: Candidate, threshold: number): boolean {
  return coverage !== undefined || score >= threshold
}
