import { readFileSync } from 'node:fs'
import { fold } from '#kernel/filters/reference.ts'

/** A subject of customers' questions: its plain words, and how much a mention says. */
export type Subject = { words: string; weight: number }

type Phrase = { subject: Subject; words: readonly string[] }
type Lexicon = { exact: Map<string, Phrase[]>; prefixes: Map<string, Phrase[]> }

const GENERAL = 0.4
const SHORTEST_PREFIX = 2

let lexicon: Lexicon | undefined

/** Subjects that a text mentions, by the phrases of `subjects.txt`. */
export function subjectsOf(text: string): Set<Subject> {
  lexicon ??= parseSubjects(readFileSync(new URL('subjects.txt', import.meta.url), 'utf8'))
  const words = plainWords(text)
  const found = new Set<Subject>()
  for (const [at, word] of words.entries())
    for (const { subject, words: wanted } of phrasesFrom(lexicon, word))
      if (wanted.length === 1 || wanted.every((each, i) => matches(words[at + i], each))) found.add(subject)
  return found
}

const MOST_KNOWN = 20_000
const known = new Map<string, readonly Phrase[]>()

/** Phrases whose first word this is; remembered, since texts repeat their words. */
function phrasesFrom({ exact, prefixes }: Lexicon, word: string): readonly Phrase[] {
  const before = known.get(word)
  if (before) return before
  const phrases = [...(exact.get(word) ?? [])]
  for (let length = SHORTEST_PREFIX; length <= word.length; length++)
    phrases.push(...(prefixes.get(word.slice(0, length)) ?? []))
  if (known.size > MOST_KNOWN) known.clear()
  known.set(word, phrases)
  return phrases
}

/** How alike the subjects of two texts are: the cosine of their weights. */
export function subjectMatch(asked: ReadonlySet<Subject>, present: ReadonlySet<Subject>): number {
  const shared = weigh([...asked].filter((subject) => present.has(subject)))
  return shared === 0 ? 0 : shared / Math.sqrt(weigh(asked) * weigh(present))
}

function weigh(subjects: Iterable<Subject>): number {
  return [...subjects].reduce((sum, { weight }) => sum + weight, 0)
}

export function parseSubjects(text: string): Lexicon {
  const [exact, prefixes] = [new Map<string, Phrase[]>(), new Map<string, Phrase[]>()]
  for (const line of text.split('\n')) {
    const [head, body] = line.split(':')
    if (line.startsWith('#') || !head || !body) continue
    const subject = { words: head.replace('~', ''), weight: head.startsWith('~') ? GENERAL : 1 }
    for (const phrase of body.split(',')) {
      const words = fold(phrase).split(' ')
      const first = words[0]!
      const place = first.endsWith('*') ? prefixes : exact
      const key = first.replace('*', '')
      place.set(key, [...(place.get(key) ?? []), { subject, words }])
    }
  }
  return { exact, prefixes }
}

function matches(word: string | undefined, wanted: string): boolean {
  if (word === undefined) return false
  return wanted.endsWith('*') ? word.startsWith(wanted.slice(0, -1)) : word === wanted
}

function plainWords(text: string): string[] {
  return fold(text).match(/[\p{L}\p{Nd}]+/gu) ?? []
}
