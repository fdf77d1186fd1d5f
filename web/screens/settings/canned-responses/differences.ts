export type Part = { kind: 'same' | 'added' | 'removed'; text: string }

// Longer texts would be slow to compare and unreadable.
const MOST_WORDS = 1_500

/** The word differences between two texts. */
export function differences(before: string, after: string): Part[] {
  const [old, now] = [words(before), words(after)]
  if (old.length > MOST_WORDS || now.length > MOST_WORDS) return joinParts([removedPart(before), addedPart(after)])
  const common = commonLengths(old, now)
  const parts: Part[] = []
  let [i, j] = [0, 0]
  while (i < old.length || j < now.length) {
    if (i < old.length && old[i] === now[j]) {
      parts.push({ kind: 'same', text: old[i]! })
      i++
      j++
    } else if (i < old.length && (j === now.length || common[i + 1]![j]! >= common[i]![j + 1]!)) {
      parts.push(removedPart(old[i++]!))
    } else parts.push(addedPart(now[j++]!))
  }
  return joinParts(parts)
}

const removedPart = (text: string): Part => ({ kind: 'removed', text })
const addedPart = (text: string): Part => ({ kind: 'added', text })
const words = (text: string) => text.split(/(\s+)/).filter(Boolean)

/** The length of the longest common subsequence of the remaining words, from each position. */
function commonLengths(old: readonly string[], now: readonly string[]): number[][] {
  const table = Array.from({ length: old.length + 1 }, () => Array.from({ length: now.length + 1 }, () => 0))
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--)
      table[i]![j] = old[i] === now[j] ? table[i + 1]![j + 1]! + 1 : Math.max(table[i + 1]![j]!, table[i]![j + 1]!)
  return table
}

/** Joins adjacent parts of the same kind and drops empty ones. */
function joinParts(parts: readonly Part[]): Part[] {
  const whole: Part[] = []
  for (const part of parts) {
    const last = whole.at(-1)
    if (last?.kind === part.kind) last.text += part.text
    else if (part.text) whole.push({ ...part })
  }
  return whole
}
