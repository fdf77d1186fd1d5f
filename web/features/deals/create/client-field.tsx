import { UserPlus, Users } from '#web/ui/icons.ts'
import type { Person } from '#web/features/contacts/contact-card.tsx'
import { useDealWords } from '#web/features/deals/words.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { ContactField } from './contact-field.tsx'

/** A contact to be created with the deal. */
export type NewContact = { name: string; phone_number: string; email: string }

type Props = {
  contact: Person | undefined
  onPick: (contact: Person | undefined) => void
  newContact: NewContact | undefined
  onNewContact: (newContact: NewContact | undefined) => void
  errors: Record<string, string>
}

/** Contact of a deal: an existing one, or a new one created with it. */
export function ClientField({ contact, onPick, newContact, onNewContact, errors }: Props) {
  const { create: words, fields } = useDealWords()
  if (!newContact)
    return (
      <div className="flex flex-col items-start gap-1 *:first:w-full sm:col-span-2">
        <ContactField contact={contact} onPick={onPick} error={errors['contact_id']} />
        {!contact && (
          <Button size="sm" icon={<UserPlus size={14} aria-hidden />} onClick={() => onNewContact(emptyContact)}>
            {words.newContact}
          </Button>
        )}
      </div>
    )
  const field = (name: keyof NewContact, label: string, type = 'text') => (
    <TextField
      label={label}
      type={type}
      autoComplete="off"
      value={newContact[name]}
      onChange={(event) => onNewContact({ ...newContact, [name]: event.target.value })}
      error={errors[name]}
    />
  )
  return (
    <fieldset className="grid gap-x-4 gap-y-3 rounded-xl bg-sunken p-3 sm:col-span-2 sm:grid-cols-2">
      <legend className="sr-only">{words.newContact}</legend>
      <div className="sm:col-span-2">{field('name', words.contactName)}</div>
      {field('phone_number', fields.phone, 'tel')}
      {field('email', fields.email, 'email')}
      <div className="sm:col-span-2">
        <Button size="sm" icon={<Users size={14} aria-hidden />} onClick={() => onNewContact(undefined)}>
          {words.knownContact}
        </Button>
      </div>
    </fieldset>
  )
}

const emptyContact: NewContact = { name: '', phone_number: '', email: '' }
