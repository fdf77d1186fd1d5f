import type { ReactNode } from 'react'
import type { Contact } from '#web/app/api.ts'
import { Avatar } from '#web/ui/avatar.tsx'

export type Person = Pick<Contact, 'id' | 'name' | 'phone_number' | 'email'> & Partial<Pick<Contact, 'avatar_url'>>

/** A contact on two lines: name, then phone and e-mail. */
export const ContactCard = ({ contact, aside }: { contact: Person; aside?: ReactNode }) => (
  <div className="flex min-w-0 items-center gap-3">
    <Avatar name={contact.name} src={contact.avatar_url} />
    <div className="min-w-0 flex-1">
      <div className="truncate text-sm font-medium">{contact.name}</div>
      <div className="truncate text-xs text-ink-3">{reachOf(contact)}</div>
    </div>
    {aside}
  </div>
)

export const reachOf = ({ phone_number, email }: Person) => [phone_number, email].filter(Boolean).join(' · ')
