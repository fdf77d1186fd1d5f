import { fold } from '#kernel/filters/reference.ts'

/** Words to repair towards, and their letters as bit masks, which rule out most of them at once. */
export type Vocabulary = {
  words: readonly string[]
  keys: readonly string[]
  masks: Int32Array
  /** A word by its sound. */
  byKey: ReadonlyMap<string, string>
  has(word: string): boolean
}

const SHORTEST = 4
const LONGEST = 30

export function openVocabulary(all: Iterable<string>): Vocabulary {
  const known = new Set<string>()
  for (const word of all) known.add(fold(word))
  const words = [...known].filter(({ length }) => length >= SHORTEST && length <= LONGEST)
  const keys = words.map(phoneticKey)
  const byKey = new Map(words.map((word, i) => [keys[i]!, word] as const).reverse())
  return { words, keys, masks: Int32Array.from(keys, maskOf), byKey, has: (word) => known.has(word) }
}

/**
 * Repairs the spelling of a question: a word that neither the collection nor the language knows becomes the closest word of
 * the collection, or else of the language. Names, words with digits and inflections of known words stay as they are.
 */
export function repairSpelling(text: string, own: Vocabulary, language: Vocabulary): string {
  return text.replace(/[\p{L}\p{M}]+/gu, (written, at: number) => {
    const word = fold(written)
    if (word.length < SHORTEST || word.length > LONGEST || isName(text, at, written)) return written
    const isKnown = (each: string) => own.has(each) || language.has(each)
    if (isKnown(word)) return written
    const base = baseOf(word, (each) => (isKnown(each) ? each : undefined))
    if (base) return base.isDiminutive ? base.word : written
    return respell(word, own, language) ?? written
  })
}

/** Whether the word is part of a code or address, or has a capital letter within a sentence. */
function isName(text: string, at: number, written: string): boolean {
  if (/[\d@_-]/.test(`${text[at - 1] ?? ''}${text[at + written.length] ?? ''}`)) return true
  return /^\p{Lu}\p{Ll}/u.test(written) && /[\p{Ll},] $/u.test(text.slice(0, at))
}

function respell(word: string, own: Vocabulary, language: Vocabulary): string | undefined {
  const key = phoneticKey(word)
  const sounding = (each: string) => own.byKey.get(phoneticKey(each)) ?? language.byKey.get(phoneticKey(each))
  return sounding(word) ?? baseOf(word, sounding)?.word ?? closest(word, key, own, language)
}

const endings: readonly [ending: RegExp, ...replacements: string[]][] = [
  [/c?it[oa]s?$/, 'o', 'a', 'e', ''],
  [/(?:es|s)$/, ''],
  [/(?:mente|ly)$/, '', 'o', 'a'],
  [/(?:[mst]el[oa]s?|nos|l[oae]s?|[mts]e)$/, '', 'r'],
  [
    /(?:[aei]mos|aron|ieron|aban?|ian?|an|en|n|ando|iendo|[ai]d[oa]|[ai]ste|ar[ae]n?|e|o|a|i)s?$/,
    'ar',
    'er',
    'ir',
    'a',
    'e',
    'o',
  ],
  [/(?:ing|ed|er)$/, '', 'e'],
]

/** The known word that this one is an inflection of. */
function baseOf(
  word: string,
  find: (word: string) => string | undefined,
): { word: string; isDiminutive: boolean } | undefined {
  for (const [place, [ending, ...replacements]] of endings.entries()) {
    const stem = word.replace(ending, '')
    if (stem === word || stem.length < 3) continue
    for (const end of replacements) {
      const base = stem.length + end.length > 3 ? find(stem + end) : undefined
      if (base) return { word: base, isDiminutive: place === 0 }
    }
  }
  return undefined
}

/** The word with the fewest typing errors between; a word of the collection is preferred to one of the language. */
function closest(word: string, key: string, own: Vocabulary, language: Vocabulary): string | undefined {
  const ours = nearest(key, own, word.length < 9 ? 1 : 2, word.length >= 6)
  return ours ?? (word.length >= 5 ? nearest(key, language, 1, false) : undefined)
}

function nearest(key: string, { words, keys, masks }: Vocabulary, most: number, replaced: boolean): string | undefined {
  const mask = maskOf(key)
  let best: string | undefined
  let least = most + 1
  for (let i = 0; i < words.length; i++) {
    const other = keys[i]!
    if (bitsOf(mask ^ masks[i]!) > 2 * most || Math.abs(other.length - key.length) > most) continue
    const distance =
      editDistance(key, other, most) + (key[0] === other[0] ? 0 : 0.3) + (key.at(-1) === other.at(-1) ? 0 : 0.2)
    if (distance >= least || (most === 2 && distance > 1 && key[0] !== other[0])) continue
    // Another letter in place of one is usually another word, above all in the ending.
    if (isReplacement(key, other) && (!replaced || key.at(-1) !== other.at(-1))) continue
    least = distance
    best = words[i]!
  }
  return best
}

/** Whether the two differ by letters in place of others, not by a missing, additional or exchanged one. */
function isReplacement(a: string, b: string): boolean {
  const sorted = (key: string) => key.split('').toSorted().join('')
  return a.length === b.length && sorted(a) !== sorted(b)
}

/** Letters as they sound in Spanish, roughly also in English: b and v, c and s and z, silent h, ll and y, q and k. */
export function phoneticKey(word: string): string {
  return word
    .replace(/sh/g, 's')
    .replace(/ch/g, '0')
    .replace(/ph/g, 'f')
    .replace(/h/g, '')
    .replace(/gu(?=[ei])/g, 'g')
    .replace(/g(?=[eiy])/g, 'j')
    .replace(/qu(?=[ei])/g, 'k')
    .replace(/c(?=[eiy])|z/g, 's')
    .replace(/ck|[cq]/g, 'k')
    .replace(/ll/g, 'y')
    .replace(/v/g, 'b')
    .replace(/n(?=[bp])/g, 'm')
    .replace(/y/g, 'i')
    .replace(/(.)\1+/g, '$1')
}

function maskOf(key: string): number {
  let mask = 0
  for (let i = 0; i < key.length; i++) mask |= 1 << (key.charCodeAt(i) & 31)
  return mask
}

function bitsOf(mask: number): number {
  let count = 0
  for (let rest = mask; rest !== 0; rest &= rest - 1) count++
  return count
}

/** Insertions, deletions, replacements and transpositions of neighbours; more than `most` counts as one more. */
export function editDistance(a: string, b: string, most: number): number {
  if (a === b) return 0
  if (Math.abs(a.length - b.length) > most) return most + 1
  let [older, before]: number[][] = [[], Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      let least = Math.min(before![j]! + 1, row[j - 1]! + 1, before![j - 1]! + cost)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) least = Math.min(least, older![j - 2]! + 1)
      row.push(least)
    }
    if (Math.min(...row) > most) return most + 1
    ;[older, before] = [before!, row]
  }
  return Math.min(before!.at(-1)!, most + 1)
}
