import type { Member } from '#contract/records/people.ts'
import { matchesWords } from '#web/ui/matches-words.ts'

/** Whether the member's name and e-mail contain all the words, ignoring accents and case. */
export const matchesMember = ({ name, email }: Pick<Member, 'name' | 'email'>, text: string) =>
  matchesWords(`${name} ${email}`, text)
