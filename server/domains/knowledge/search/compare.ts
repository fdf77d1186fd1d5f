import { embedText } from '#domains/knowledge/embedder/built-in.ts'
import { codesOf, isPreciseCode, wordsOf } from './word-rules.ts'
import { type Subject, subjectMatch, subjectsOf } from './subjects.ts'
import { fold } from '#kernel/filters/reference.ts'

/** A question as it is compared with passages: its words with their weights, codes and subjects. */
export type Question = {
  words: readonly { text: string; weight: number }[]
  codes: readonly string[]
  subjects: ReadonlySet<Subject>
}

/** How well a passage fits a question, each from 0 to 1. */
export type Fit = {
  /** Weighted mean over the question's words of the closest word in the passage (late interaction). */
  words: number
  /** Share of the question's codes and amounts. */
  codes: number
  subjects: number
}

const PRECISE = 1
const VAGUE = 0.3

/** A comparison of one question with many passages. */
export function openComparison({ words, codes, subjects }: Question): (passage: string) => Fit {
  const total = words.reduce((sum, { weight }) => sum + weight, 0)
  const terms = words.map(({ text, weight }) => ({ weight, closest: openCloseness(wordOf(fold(text))) }))
  return (passage) => {
    const read = analyse(passage)
    const found = terms.reduce((sum, { weight, closest }) => sum + weight * closest(read), 0)
    return {
      words: total === 0 ? 0 : found / total,
      codes: codes.length === 0 ? 0 : codeShare(codes, read.spelled),
      subjects: subjectMatch(subjects, read.subjects),
    }
  }
}

type Analysis = {
  words: readonly Word[]
  stems: ReadonlySet<string>
  /** Words and codes as they are written. */
  spelled: ReadonlySet<string>
  subjects: ReadonlySet<Subject>
}

const MOST_PASSAGES = 2_000
const passages = new Map<string, Analysis>()

/** The words, codes and subjects of a passage; remembered, since the same ones are candidates again and again. */
function analyse(passage: string): Analysis {
  const before = passages.get(passage)
  if (before) return before
  const spelled = wordsOf(fold(passage))
  const words = spelled.filter((word) => word.length > 2 || /\d/.test(word)).map(wordOf)
  const analysis = {
    words,
    stems: new Set(words.map(({ stem }) => stem)),
    spelled: new Set([...codesOf(passage), ...spelled]),
    subjects: subjectsOf(passage),
  }
  if (passages.size >= MOST_PASSAGES) passages.clear()
  passages.set(passage, analysis)
  return analysis
}

/** A long number or a mix of letters and digits says more than a small number, which may be an hour or an age. */
function codeShare(codes: readonly string[], spelled: ReadonlySet<string>): number {
  const worth = (code: string) => (isPreciseCode(code) ? PRECISE : VAGUE)
  const total = codes.reduce((sum, code) => sum + worth(code), 0)
  const found = codes.reduce((sum, code) => sum + (spelled.has(code) ? worth(code) : 0), 0)
  return found / Math.max(total, PRECISE)
}

/** Similarity of a word to the closest one of a passage; 1 for the same stem. Similarities are kept between passages. */
function openCloseness({ stem, vector }: Word): (passage: Analysis) => number {
  const known = new Map<Word, number>()
  return ({ words, stems }) => {
    if (stems.has(stem)) return 1
    let best = 0
    for (const other of words) {
      let likeness = known.get(other)
      if (likeness === undefined) known.set(other, (likeness = product(vector, other.vector)))
      if (likeness > best) best = likeness
    }
    return best
  }
}

/** Scalar product of two vectors; four sums at once do not wait for each other. */
function product(a: Float32Array, b: Float32Array): number {
  let first = 0
  let second = 0
  let third = 0
  let fourth = 0
  for (let i = 0; i < a.length; i += 4) {
    first += a[i]! * b[i]!
    second += a[i + 1]! * b[i + 1]!
    third += a[i + 2]! * b[i + 2]!
    fourth += a[i + 3]! * b[i + 3]!
  }
  return first + second + third + fourth
}

type Word = { stem: string; vector: Float32Array }

const MOST_WORDS = 20_000
const known_words = new Map<string, Word>()

function wordOf(text: string): Word {
  const before = known_words.get(text)
  if (before) return before
  if (known_words.size >= MOST_WORDS) known_words.clear()
  const word = { stem: stemOf(text), vector: embedText(text) }
  known_words.set(text, word)
  return word
}

const endings =
  /(?:aciones|acion|amente|mente|iendo|ando|imos|amos|aron|idos|adas|ados|ing|es|ed|os|as|ar|er|ir|an|en|ly|o|a|e|s)$/

/** A rough stem, for words that the database has not stemmed. */
function stemOf(word: string): string {
  const stem = word.replace(endings, '')
  return stem.length >= 4 ? stem : word
}
