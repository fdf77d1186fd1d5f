import type { Account } from '#contract/records/access.ts'
import type { ContactNote } from '#contract/records/contact.ts'
import { seconds } from '#doors/classic/shapes/timestamps.ts'
import { classicUser } from '#doors/classic/shapes/people.ts'

/** A note about a contact as classic clients know it. */
export function classicNote({ id, contact_id, body, author, created_at }: ContactNote, account: Account) {
  return {
    id: Number(id),
    content: body,
    account_id: Number(account.id),
    contact_id: Number(contact_id),
    user: classicUser(author.type === 'user' ? author : { id: null, name: author.name }),
    created_at: seconds(created_at),
    updated_at: seconds(created_at),
  }
}
