import { useId } from 'react'
import { useDealWords } from '#web/features/deals/words.ts'
import { ContactCard, type Person } from '#web/features/contacts/contact-card.tsx'
import { ContactPicker } from '#web/features/contacts/contact-picker.tsx'
import { Button } from '#web/ui/button.tsx'

type Props = {
  contact: Person | undefined
  onPick: (contact: Person | undefined) => void
  optional?: string
  error?: string | undefined
}

/** Picks an existing contact. */
export function ContactField({ contact, onPick, optional, error }: Props) {
  const { create: words, fields } = useDealWords()
  const id = useId()
  return (
    <div role="group" aria-labelledby={id} className="flex min-w-0 flex-col gap-1.5">
      <span id={id} className="flex items-baseline gap-1.5 text-sm font-medium">
        {fields.contact}
        {optional && <span className="text-xs font-normal text-ink-3">{optional}</span>}
      </span>
      {contact ? (
        <div className="rounded-lg px-2.5 py-1.5 ring-1 ring-line ring-inset">
          <ContactCard
            contact={contact}
            aside={
              <Button size="sm" onClick={() => onPick(undefined)}>
                {words.otherContact}
              </Button>
            }
          />
        </div>
      ) : (
        <ContactPicker label={words.findContact} except="" onPick={onPick} />
      )}
      {error && (
        <p role="alert" className="text-xs text-danger-text">
          {error}
        </p>
      )}
    </div>
  )
}
