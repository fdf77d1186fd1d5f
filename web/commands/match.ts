/** How well a label fits the query: every word is in it, or all but for a typing error; undefined if it does not. */
export function match(label: string, query: string): 'exact' | 'near' | undefined {
  const text = fold(label)
  const words = fold(query).split(/\s+/)
  if (words.every((word) => text.includes(word))) return 'exact'
  const parts = text.split(/[^\p{L}\p{N}]+/u)
  const isNear = (word: string) => text.includes(word) || (word.length > 3 && parts.some((each) => begins(each, word)))
  return words.every(isNear) ? 'near' : undefined
}

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()

/** Whether the text begins with the word, but for one letter that is missing, added, replaced or exchanged with its neighbour. */
function begins(text: string, word: string): boolean {
  const same = word.split('').findIndex((letter, i) => letter !== text[i])
  const [typed, meant] = [word.slice(same), text.slice(same)]
  return (
    meant.startsWith(typed.slice(1)) ||
    meant.slice(1).startsWith(typed) ||
    meant.slice(1).startsWith(typed.slice(1)) ||
    (meant[0] === typed[1] && meant[1] === typed[0] && meant.slice(2).startsWith(typed.slice(2)))
  )
}
