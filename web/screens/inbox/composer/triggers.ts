export type Trigger = { kind: 'canned' | 'mention' | 'variable'; query: string; from: number; to: number }

const signs = [
  // Two braces anywhere; a slash or an @ only where a word could begin, so that addresses and fractions are left alone.
  ['variable', /\{\{\s*([\p{L}\w. ]{0,40})$/u],
  ['canned', /(?<=^|\s)\/([\p{L}\p{N}_-]{0,40})$/u],
  ['mention', /(?<![\p{L}\p{N}._-])@([\p{L}\p{N}.'-]{0,40}(?: [\p{L}\p{N}.'-]{1,40}){0,2})$/u],
] as const

/** What somebody is looking for with what stands before the cursor, if they are. Only notes name people. */
export function triggerAt(text: string, cursor: number, isNote: boolean): Trigger | undefined {
  const before = text.slice(Math.max(0, cursor - 100), cursor)
  for (const [kind, pattern] of signs) {
    if (kind === 'mention' && !isNote) continue
    const match = pattern.exec(before)
    if (match) return { kind, query: match[1]!, from: cursor - match[0].length, to: cursor }
  }
  return undefined
}

/** The text with what was chosen in place of what was typed to find it, and where the cursor then stands. */
export function completed(text: string, { from, to }: Pick<Trigger, 'from' | 'to'>, chosen: string) {
  return { text: text.slice(0, from) + chosen + text.slice(to), cursor: from + chosen.length }
}

/** Whether the words typed stand in what could be chosen, without regard to case and accents. */
export function fits(query: string, ...texts: string[]): boolean {
  const all = fold(texts.join(' '))
  return fold(query)
    .split(/\s+/)
    .every((word) => all.includes(word))
}

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()
