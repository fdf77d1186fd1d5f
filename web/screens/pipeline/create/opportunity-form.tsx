import { useState } from 'react'
import { addDays, dayOf } from '#contract/periods.ts'
import { explain, fieldErrors, useWords } from '#web/i18n.ts'
import { readAmount } from '#web/parts/amount.ts'
import { usePipelineWords } from '#web/screens/pipeline/words.ts'
import { useAccount, useSession } from '#web/session.ts'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ClientField, type Stranger } from './client-field.tsx'
import type { CreateProps } from './create-lead.tsx'
import { FormFrame } from './form-frame.tsx'
import { MoneyFields } from './money-fields.tsx'
import { PlaceFields } from './place-fields.tsx'
import { useCreateOpportunity } from './use-create-opportunity.ts'
import { useGivenContact } from './use-given-contact.ts'
import { usePlace } from './use-place.ts'

const USUAL_DAYS = 30

/** Fields that say themselves what is wrong with them. */
const shownAt = new Set([
  'name',
  'amount',
  'currency',
  'expected_close_date',
  'pipeline',
  'stage',
  'owner',
  'contact_id',
])

export function OpportunityForm({ onClose, contact_id, ...given }: Omit<CreateProps, 'open'>) {
  const { create: words } = usePipelineWords()
  const { problems } = useWords()
  const { default_currency, time_zone } = useAccount()
  const { user } = useSession()
  const place = usePlace('opportunities', given)
  const [contact, setContact] = useGivenContact(contact_id)
  const [stranger, setStranger] = useState<Stranger>()
  const [name, setName] = useState('')
  const [owner_id, setOwner] = useState(user.id)
  const [amount, setAmount] = useState('')
  const [picked, setCurrency] = useState<string>()
  const [close, setClose] = useState(() => addDays(dayOf(new Date(), time_zone), USUAL_DAYS))
  const currency = picked ?? place.pipeline?.default_currency ?? default_currency
  const { create, isPending, refused } = useCreateOpportunity(onClose)
  const [isMissed, miss] = useState(false)
  const error = refused.person ?? refused.deal
  const errors = fieldErrors(refused.deal)
  const ofPerson = fieldErrors(refused.person)

  const send = () => {
    miss(!contact && !stranger)
    if (!contact && !stranger) return
    const { pipeline, stage } = place
    const where = { ...(pipeline && { pipeline: pipeline.id }), ...(stage && { stage: stage.id }) }
    const worth = { amount: readAmount(amount) ?? null, currency }
    void create({ name, ...where, ...worth, owner_id, expected_close_date: close }, stranger ?? contact!.id)
  }
  const isExplained =
    Object.keys(errors).some((field) => shownAt.has(field)) ||
    Object.keys(ofPerson).some((field) => stranger && field in stranger)

  return (
    <FormFrame
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      onClose={onClose}
      submit={words.submit.opportunities}
      busy={isPending}
      isReady={readAmount(amount) !== undefined}
    >
      {error && !isExplained && (
        <div className="sm:col-span-2">
          <Notice>{explain(error)}</Notice>
        </div>
      )}
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
        stranger={stranger}
        onStranger={setStranger}
        errors={isMissed && !contact ? { contact_id: problems.missing_field } : { ...errors, name: '', ...ofPerson }}
      />
      <MoneyFields
        label={words.amount}
        amount={amount}
        currency={currency}
        onAmount={setAmount}
        onCurrency={setCurrency}
        error={errors['amount'] ?? errors['currency']}
      />
      <TextField
        label={words.close}
        type="date"
        value={close}
        onChange={(event) => setClose(event.target.value)}
        error={errors['expected_close_date']}
      />
      <PlaceFields place={place} owner_id={owner_id} onOwner={setOwner} errors={errors} />
    </FormFrame>
  )
}
