import type { Fit } from './compare.ts'
import { isPreciseCode } from './word-rules.ts'

/** A passage compared with the question; `key` tells documents apart. */
export type ScoredPassage = { key: string; fit: Fit; total: number }

/** A logistic curve over total and lead, fitted on the tuning half of `eval/questions.json`. */
const TOTAL = 3.3
const AHEAD = 3.9
const BEHIND = 7.7
const BASE = -3.7
/** A question about a code that the passage does not have is rarely answered by it. */
const OTHER_CODE = -1

const APART = 15
const MOST_LEAD = 0.6
/** Lead of the only document. */
const ALONE = 0.3

/** The probability that each passage answers. Passages of one document do not compete with each other. */
export function confidences(judged: readonly ScoredPassage[], codes: readonly string[]): number[] {
  const isSpecific = codes.some(isPreciseCode)
  return judged.map(({ key, fit, total }) => {
    const rival = judged.find((other) => other.key !== key)
    const lead = rival ? Math.max(-MOST_LEAD, Math.min(MOST_LEAD, total - rival.total)) : ALONE
    const missing = isSpecific && fit.codes < 0.5 ? OTHER_CODE : 0
    const likely = logistic(TOTAL * total + (lead > 0 ? AHEAD : BEHIND) * lead + BASE + missing)
    // If two passages match equally well, at most one is the answer.
    return Math.min(likely, logistic(APART * lead))
  })
}

function logistic(value: number): number {
  return 1 / (1 + Math.exp(-value))
}
