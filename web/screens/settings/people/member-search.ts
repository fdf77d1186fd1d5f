import type { Member } from '#contract/records/people.ts'

/** Whether the member's name or e-mail holds the words, accents and case aside. */
export function goesBy({ name, email }: Pick<Member, 'name' | 'email'>, text: string) {
  const known = plain(`${name} ${email}`)
  return plain(text)
    .split(/\s+/)
    .every((word) => known.includes(word))
}

const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
