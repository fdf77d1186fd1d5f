import type { Fit } from './compare.ts'
import { isPreciseCode } from './word-rules.ts'

/** A query word: its text and tsquery, the number of chunks that have it, and its weight. */
export type Word = { text: string; query: string; had: number; weight: number }

/** Maximum number of chunks for a word to be used in keyword search; more common words are left to vector search. */
export function maxFrequency(pieces: number): number {
  return Math.max(500, Math.ceil(pieces / 200))
}

/** Codes and amounts weigh more than words. */
const CODE_WEIGHT = 2

/** Inverse document frequency: the rarer a word, the higher its weight. */
export function withWeights(words: readonly Omit<Word, 'weight'>[], pieces: number): Word[] {
  return words.map((word) => {
    const rarity = Math.log(1 + pieces / (word.had + 0.5))
    return { ...word, weight: isCode(word.text) ? CODE_WEIGHT * rarity : rarity }
  })
}

function isCode(text: string): boolean {
  return /\d/.test(text) && isPreciseCode(text)
}

/**
 * Words that find every chunk with at least half of the total weight: such a chunk has one of the heaviest words, since the
 * others together weigh less. Too common words are left out.
 */
export function selectiveWords(words: readonly Word[], pieces: number): Word[] {
  const total = words.reduce((sum, { weight }) => sum + weight, 0)
  let heavier = 0
  const decisive = words
    .toSorted((a, b) => b.weight - a.weight)
    .filter(({ weight }) => {
      const counts = heavier <= total / 2
      heavier += weight
      return counts
    })
  return decisive.filter(({ had }) => had < maxFrequency(pieces))
}

/** A candidate chunk: its similarity, and its share of the weight of the words that occur at all, if that is high enough. */
export type Candidate = { document_id: string; position: number; score: number; coverage?: number }

const COVERAGE = 0.3

/** The candidates most likely to be right by similarity and words, to be compared with the question in detail. */
export function preselect(near: readonly Candidate[], worded: readonly Candidate[], most: number): Candidate[] {
  const all = new Map<string, Candidate>()
  for (const candidate of [...near, ...worded]) {
    const key = `${candidate.document_id} ${candidate.position}`
    all.set(key, { ...all.get(key), ...candidate })
  }
  const worth = ({ score, coverage = 0 }: Candidate) => score + COVERAGE * coverage ** 2
  return [...all.values()].sort((a, b) => worth(b) - worth(a)).slice(0, most)
}

/** Weights of the linear fusion, chosen on the tuning half of `eval/questions.json`. */
const WORDS = 1
const CODES = 0.5
const SUBJECTS = 0.25

/** The score by which passages are ordered. */
export function totalOf(similarity: number, { words, codes, subjects }: Fit): number {
  return similarity + WORDS * words + CODES * codes + SUBJECTS * subjects
}
