/** Whether a text contains all the words, ignoring accents and case. */
export function matchesWords(text: string, words: string): boolean {
  const haystack = plain(text)
  return plain(words)
    .split(/\s+/)
    .every((word) => haystack.includes(word))
}

const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
