import { useState } from 'react'
import { Link } from '@tanstack/react-router'
import { useWords } from '#web/i18n.ts'
import { ContactCard, type Person } from '#web/parts/contact-card.tsx'
import { useAccount } from '#web/session.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { MergeDialog } from '#web/screens/contacts/merge/merge-dialog.tsx'

/** Contacts of one name. The oldest is offered to stay; each other one can be merged into it. */
export function DuplicateGroup({ contacts: [oldest, ...others] }: { contacts: Person[] }) {
  const { contacts: words } = useWords()
  const [merging, setMerging] = useState<Person>()
  if (!oldest) return null
  const close = () => setMerging(undefined)
  return (
    <li className="divide-y divide-line rounded-xl bg-surface ring-1 ring-line">
      <Entry contact={oldest} aside={<Badge>{words.duplicates.oldest}</Badge>} />
      {others.map((contact) => (
        <Entry
          key={contact.id}
          contact={contact}
          aside={
            <Button look="outline" size="sm" className="relative" onClick={() => setMerging(contact)}>
              {words.merge.confirm}
            </Button>
          }
        />
      ))}
      {merging && <MergeDialog open onClose={close} contact={oldest} duplicate={merging} onMerged={close} />}
    </li>
  )
}

function Entry({ contact, aside }: { contact: Person; aside: React.ReactNode }) {
  const { contacts: words } = useWords()
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
