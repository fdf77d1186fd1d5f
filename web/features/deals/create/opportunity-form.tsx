import { useState } from 'react'
import { addDays, dayOf } from '#contract/periods.ts'
import { describeError, fieldErrors, useWords } from '#web/app/i18n.ts'
import { readAmount } from '#web/app/format/amount.ts'
import { useDealWords } from '#web/features/deals/words.ts'
import { useAccount, useSession } from '#web/app/session.ts'
import { TextField } from '#web/ui/field.tsx'
import { DialogForm } from '#web/ui/form/dialog-form.tsx'
import { ClientField, type NewContact } from './client-field.tsx'
import type { CreateProps } from './create-lead.tsx'
import { MoneyFields } from './money-fields.tsx'
import { PlacementFields } from './placement-fields.tsx'
import { useCreateOpportunity } from './use-create-opportunity.ts'
import { useInitialContact } from './use-initial-contact.ts'
import { usePlacement } from './use-placement.ts'

const DEFAULT_DAYS = 30

/** Fields that show their own errors. */
const fieldsWithErrors = new Set([
  'name',
  'amount',
  'currency',
  'expected_close_date',
  'pipeline',
  'stage',
  'owner',
  'contact_id',
])

export function OpportunityForm({ onClose, contact_id, ...initial }: Omit<CreateProps, 'open'>) {
  const { create: words, fields } = useDealWords()
  const { problems } = useWords()
  const { default_currency, time_zone } = useAccount()
  const { user } = useSession()
  const placement = usePlacement('opportunities', initial)
  const [contact, setContact] = useInitialContact(contact_id)
  const [newContact, setNewContact] = useState<NewContact>()
  const [written, setName] = useState<string>()
  const name = written ?? (contact ? words.suggestedName(contact.name) : '')
  const [owner_id, setOwner] = useState(user.id)
  const [amount, setAmount] = useState('')
  const [picked, setCurrency] = useState<string>()
  const [close, setClose] = useState(() => addDays(dayOf(new Date(), time_zone), DEFAULT_DAYS))
  const currency = picked ?? placement.pipeline?.default_currency ?? default_currency
  const { create, isPending, failures } = useCreateOpportunity(onClose)
  const [isContactMissing, setContactMissing] = useState(false)
  const error = failures.contact ?? failures.deal
  const errors = fieldErrors(failures.deal)
  const contactErrors = fieldErrors(failures.contact)

  const send = () => {
    setContactMissing(!contact && !newContact)
    if (!contact && !newContact) return
    const { pipeline, stage } = placement
    const target = { ...(pipeline && { pipeline: pipeline.id }), ...(stage && { stage: stage.id }) }
    const value = { amount: readAmount(amount) ?? null, currency }
    void create({ name, ...target, ...value, owner_id, expected_close_date: close }, newContact ?? contact!.id)
  }
  const isShownInField =
    Object.keys(errors).some((field) => fieldsWithErrors.has(field)) ||
    Object.keys(contactErrors).some((field) => newContact && field in newContact)

  return (
    <DialogForm
      onSubmit={send}
      onCancel={onClose}
      submit={words.submit.opportunities}
      busy={isPending}
      disabled={readAmount(amount) === undefined}
      problem={error && !isShownInField && describeError(error)}
    >
      <div className="grid gap-x-4 gap-y-3.5 sm:grid-cols-2">
        <div className="sm:col-span-2">
          <TextField
            label={words.name}
            placeholder={words.namePlaceholder.opportunities}
            autoFocus
            autoComplete="off"
            value={name}
            onChange={(event) => setName(event.target.value)}
            error={errors['name']}
          />
        </div>
        <ClientField
          contact={contact}
          onPick={setContact}
          newContact={newContact}
          onNewContact={setNewContact}
          errors={
            isContactMissing && !contact
              ? { contact_id: problems.missing_field }
              : { ...errors, name: '', ...contactErrors }
          }
        />
        <MoneyFields
          label={fields.amount}
          amount={amount}
          currency={currency}
          onAmount={setAmount}
          onCurrency={setCurrency}
          error={errors['amount'] ?? errors['currency']}
        />
        <TextField
          label={fields.expected_close_date}
          type="date"
          value={close}
          onChange={(event) => setClose(event.target.value)}
          error={errors['expected_close_date']}
        />
        <PlacementFields placement={placement} owner_id={owner_id} onOwner={setOwner} errors={errors} />
      </div>
    </DialogForm>
  )
}
