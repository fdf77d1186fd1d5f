import { useState } from 'react'
import { Link } from '@tanstack/react-router'
import { ContactCard, type Person } from '#web/features/contacts/contact-card.tsx'
import { useAccount } from '#web/app/session.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { useContactWords } from '#web/features/contacts/words.ts'
import { useContactsScreenWords } from '#web/screens/contacts/words.ts'
import { MergeDialog } from '#web/features/contacts/merge-dialog.tsx'

/** Contacts with the same name. Each can be merged into the oldest one. */
export function DuplicateGroup({ contacts: [oldest, ...others] }: { contacts: Person[] }) {
  const { duplicates: words } = useContactsScreenWords()
  const { merge } = useContactWords()
  const [merging, setMerging] = useState<Person>()
  if (!oldest) return null
  const close = () => setMerging(undefined)
  return (
    <li className="divide-y divide-line rounded-xl bg-surface ring-1 ring-line">
      <Entry contact={oldest} aside={<Badge>{words.oldest}</Badge>} />
      {others.map((contact) => (
        <Entry
          key={contact.id}
          contact={contact}
          aside={
            <Button
              look="outline"
              size="sm"
              className="relative"
              aria-haspopup="dialog"
              onClick={() => setMerging(contact)}
            >
              {merge.confirm}
            </Button>
          }
        />
      ))}
      {merging && <MergeDialog open onClose={close} contact={oldest} duplicate={merging} onMerged={close} />}
    </li>
  )
}

function Entry({ contact, aside }: { contact: Person; aside: React.ReactNode }) {
  const words = useContactsScreenWords()
  const { id: account_id } = useAccount()
  return (
    <div className="relative flex items-center gap-3 px-4 py-3 first:rounded-t-xl last:rounded-b-xl hover:bg-hover">
      <Link
        to="/app/$account_id/contacts/$contact_id"
        params={{ account_id, contact_id: contact.id }}
        aria-label={words.open(contact.name)}
        className="absolute inset-0 rounded-[inherit]"
      />
      <div className="min-w-0 flex-1">
        <ContactCard contact={contact} aside={aside} />
      </div>
    </div>
  )
}
