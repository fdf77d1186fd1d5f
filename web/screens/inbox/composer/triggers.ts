export type Trigger = { kind: 'canned' | 'mention' | 'variable'; query: string; from: number; to: number }

const patterns = [
  // Two braces anywhere; a slash or an @ only at the start of a word, so that addresses and fractions are left alone.
  ['variable', /\{\{\s*([\p{L}\w. ]{0,40})$/u],
  ['canned', /(?<=^|\s)\/([\p{L}\p{N}_-]{0,40})$/u],
  ['mention', /(?<![\p{L}\p{N}._-])@([\p{L}\p{N}.'-]{0,40}(?: [\p{L}\p{N}.'-]{1,40}){0,2})$/u],
] as const

/** The search that the text before the cursor starts, if any. Mentions work in notes only. */
export function findTrigger(text: string, cursor: number, isNote: boolean): Trigger | undefined {
  const before = text.slice(Math.max(0, cursor - 100), cursor)
  for (const [kind, pattern] of patterns) {
    if (kind === 'mention' && !isNote) continue
    const match = pattern.exec(before)
    if (match) return { kind, query: match[1]!, from: cursor - match[0].length, to: cursor }
  }
  return undefined
}

/** Replaces the typed search with the choice; returns the text and the cursor position. */
export function insertChoice(text: string, { from, to }: Pick<Trigger, 'from' | 'to'>, chosen: string) {
  return { text: text.slice(0, from) + chosen + text.slice(to), cursor: from + chosen.length }
}

/** Whether all typed words occur in the texts, ignoring case and accents. */
export function matchesQuery(query: string, ...texts: string[]): boolean {
  const all = fold(texts.join(' '))
  return fold(query)
    .split(/\s+/)
    .every((word) => all.includes(word))
}

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()
