import { useId, useState } from 'react'
import type { Input } from '#web/app/api.ts'
import { useWords } from '#web/app/i18n.ts'
import { readAmount } from '#web/app/format/amount.ts'
import { useDealWords } from '#web/features/deals/words.ts'
import { useAccount, useSession } from '#web/app/session.ts'
import { TextField } from '#web/ui/field.tsx'
import { useSave } from '#web/ui/form/use-save.ts'
import { DialogForm } from '#web/ui/form/dialog-form.tsx'
import { ContactField } from './contact-field.tsx'
import type { CreateProps } from './create-lead.tsx'
import { MoneyFields } from './money-fields.tsx'
import { UNASSIGNED, PlacementFields } from './placement-fields.tsx'
import { useInitialContact } from './use-initial-contact.ts'
import { usePlacement } from './use-placement.ts'

export function LeadForm({ onClose, contact_id, source, ...initial }: Omit<CreateProps, 'open'>) {
  const { common } = useWords()
  const { create: words, fields } = useDealWords()
  const { default_currency } = useAccount()
  const { user } = useSession()
  const placement = usePlacement('leads', initial)
  const [contact, setContact] = useInitialContact(contact_id)
  const [name, setName] = useState<string>()
  const [owner_id, setOwner] = useState(user.id)
  const [amount, setAmount] = useState('')
  const [picked, setCurrency] = useState<string>()
  const currency = picked ?? placement.pipeline?.default_currency ?? default_currency
  const sources = useId()
  const { save, errors, problem, isPending } = useSave('crm_create_lead', {
    onSaved: onClose,
    message: (lead) => words.done(lead.name),
  })
  const send = (texts: Record<string, string>) =>
    save({
      ...(filled(texts) as Pick<Input<'crm_create_lead'>, 'name'>),
      name: title,
      ...(placement.pipeline && { pipeline: placement.pipeline.id }),
      ...(placement.stage && { stage: placement.stage.id }),
      ...(owner_id !== UNASSIGNED && { owner_id }),
      ...(contact && { contact_id: contact.id }),
      estimated_value: readAmount(amount) ?? null,
      currency,
    })
  // The title defaults to the contact's name.
  const title = name ?? contact?.name ?? ''

  return (
    <DialogForm
      onSubmit={send}
      onCancel={onClose}
      submit={words.submit.leads}
      busy={isPending}
      disabled={readAmount(amount) === undefined}
      problem={problem}
    >
      <div className="grid gap-x-4 gap-y-3.5 sm:grid-cols-2">
        <div className="sm:col-span-2">
          <TextField
            label={words.name}
            placeholder={words.namePlaceholder.leads}
            autoFocus
            autoComplete="off"
            value={title}
            onChange={(event) => setName(event.target.value)}
            error={errors['name']}
          />
        </div>
        <div className="sm:col-span-2">
          <ContactField contact={contact} onPick={setContact} optional={common.optional} error={errors['contact_id']} />
        </div>
        <div key={contact?.id} className="contents">
          <TextField
            label={fields.phone}
            name="phone"
            type="tel"
            autoComplete="off"
            defaultValue={contact?.phone_number ?? ''}
            error={errors['phone']}
          />
          <TextField
            label={fields.email}
            name="email"
            type="email"
            autoComplete="off"
            defaultValue={contact?.email ?? ''}
            error={errors['email']}
          />
        </div>
        <MoneyFields
          label={fields.estimated_value}
          amount={amount}
          currency={currency}
          onAmount={setAmount}
          onCurrency={setCurrency}
          error={errors['estimated_value'] ?? errors['currency']}
        />
        <TextField
          label={fields.source}
          name="source"
          list={sources}
          autoComplete="off"
          defaultValue={source ?? ''}
          error={errors['source']}
        />
        <datalist id={sources}>
          {words.sources.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
        {errors['attribution_detail'] && (
          <TextField label={words.referredBy} name="attribution_detail" error={errors['attribution_detail']} />
        )}
        <PlacementFields placement={placement} owner_id={owner_id} onOwner={setOwner} hasUnassigned errors={errors} />
      </div>
    </DialogForm>
  )
}

/** Leaves out empty fields. */
const filled = (texts: Record<string, string>) =>
  Object.fromEntries(Object.entries(texts).filter(([name, text]) => name && text.trim()))
