/** Whether a text holds all the words, accents and case aside. */
export function goesBy(text: string, words: string): boolean {
  const known = plain(text)
  return plain(words)
    .split(/\s+/)
    .every((word) => known.includes(word))
}

const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
