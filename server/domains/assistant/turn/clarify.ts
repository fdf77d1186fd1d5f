import type { KnowledgeHit } from '#contract/records/knowledge.ts'
import { phrasesIn } from '#domains/assistant/text/phrases.ts'
import { fold } from '#kernel/filters/reference.ts'
import type { ModelMessage } from '#kernel/model.ts'

type Names = readonly [string, string]

/** The question which of two passages is meant. */
export function toClarification([a, b]: Names, phrase: string): string {
  return phrase.replace('{a}', () => a).replace('{b}', () => b)
}

const patterns = (['es', 'en'] as const).map((locale) => {
  const escaped = phrasesIn(locale).clarify.replace(/[?.]/g, '\\$&')
  return new RegExp(`^${escaped.replace('{a}', '(.+)').replace('{b}', '(.+)')}$`, 's')
})

/** The two names the agent offered in its last message, if that was a clarifying question. */
export function offeredNames(lines: readonly ModelMessage[]): Names | undefined {
  const last = lines.findLast(({ role }) => role === 'assistant')?.content ?? ''
  for (const pattern of patterns) {
    const found = pattern.exec(last)
    if (found) return [found[1]!, found[2]!]
  }
  return undefined
}

/** The name a customer chose: by its words, or as the first or second; undefined if that is unclear. */
export function chosenName(names: Names, reply: string): string | undefined {
  const replyWords = wordsOf(reply)
  const shared = names.map((name) => wordsOf(name).filter((word) => replyWords.includes(word)).length)
  if (shared[0] !== shared[1]) return names[shared[0]! > shared[1]! ? 0 : 1]
  if (/\b(?:primer[oa]?|first|1)\b/.test(fold(reply))) return names[0]
  return /\b(?:segund[oa]|second|2)\b/.test(fold(reply)) ? names[1] : undefined
}

/** Whether the passage is the one with this name. */
export function isNamed(
  { title, heading }: Pick<KnowledgeHit, 'title' | 'heading'>,
  name: string | undefined,
): boolean {
  return name !== undefined && (title === name || heading?.split(' › ').at(-1) === name)
}

function wordsOf(text: string): string[] {
  return (fold(text).match(/[\p{L}\p{Nd}]+/gu) ?? []).filter(({ length }) => length > 2)
}
