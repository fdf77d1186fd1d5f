import { UserPlus, Users } from 'lucide-react'
import type { Person } from '#web/parts/contact-card.tsx'
import { usePipelineWords } from '#web/screens/pipeline/words.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { ContactField } from './contact-field.tsx'

/** Somebody who is no contact yet. */
export type Stranger = { name: string; phone_number: string; email: string }

type Props = {
  contact: Person | undefined
  onPick: (contact: Person | undefined) => void
  stranger: Stranger | undefined
  onStranger: (stranger: Stranger | undefined) => void
  errors: Record<string, string>
}

/** The client of a deal: a contact there is, or one that is made with it. */
export function ClientField({ contact, onPick, stranger, onStranger, errors }: Props) {
  const { create: words } = usePipelineWords()
  if (!stranger)
    return (
      <div className="flex flex-col items-start gap-1 *:first:w-full sm:col-span-2">
        <ContactField contact={contact} onPick={onPick} error={errors['contact_id']} />
        {!contact && (
          <Button size="sm" icon={<UserPlus size={14} aria-hidden />} onClick={() => onStranger(nobody)}>
            {words.newContact}
          </Button>
        )}
      </div>
    )
  const field = (name: keyof Stranger, label: string, type = 'text') => (
    <TextField
      label={label}
      type={type}
      autoComplete="off"
      value={stranger[name]}
      onChange={(event) => onStranger({ ...stranger, [name]: event.target.value })}
      error={errors[name]}
    />
  )
  return (
    <fieldset className="grid gap-x-4 gap-y-3 rounded-xl bg-sunken p-3 sm:col-span-2 sm:grid-cols-2">
      <legend className="sr-only">{words.newContact}</legend>
      <div className="sm:col-span-2">{field('name', words.contactName)}</div>
      {field('phone_number', words.phone, 'tel')}
      {field('email', words.email, 'email')}
      <div className="sm:col-span-2">
        <Button size="sm" icon={<Users size={14} aria-hidden />} onClick={() => onStranger(undefined)}>
          {words.knownContact}
        </Button>
      </div>
    </fieldset>
  )
}

const nobody: Stranger = { name: '', phone_number: '', email: '' }
