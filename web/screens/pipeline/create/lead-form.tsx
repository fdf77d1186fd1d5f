import { useId, useState } from 'react'
import type { Input } from '#web/api.ts'
import { explain, fieldErrors, useWords } from '#web/i18n.ts'
import { readAmount } from '#web/parts/amount.ts'
import { useAct } from '#web/query.ts'
import { usePipelineWords } from '#web/screens/pipeline/words.ts'
import { useAccount, useSession } from '#web/session.ts'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { submitted } from '#web/ui/submitted.ts'
import { toast } from '#web/ui/toast.tsx'
import { ContactField } from './contact-field.tsx'
import type { CreateProps } from './create-lead.tsx'
import { FormFrame } from './form-frame.tsx'
import { MoneyFields } from './money-fields.tsx'
import { NOBODY, PlaceFields } from './place-fields.tsx'
import { useGivenContact } from './use-given-contact.ts'
import { usePlace } from './use-place.ts'

export function LeadForm({ onClose, contact_id, source, ...given }: Omit<CreateProps, 'open'>) {
  const { common } = useWords()
  const { create: words } = usePipelineWords()
  const { default_currency } = useAccount()
  const { user } = useSession()
  const place = usePlace('leads', given)
  const [contact, setContact] = useGivenContact(contact_id)
  const [name, setName] = useState<string>()
  const [owner_id, setOwner] = useState(user.id)
  const [amount, setAmount] = useState('')
  const [picked, setCurrency] = useState<string>()
  const currency = picked ?? place.pipeline?.default_currency ?? default_currency
  const sources = useId()
  const create = useAct('crm_create_lead', {
    quiet: true,
    onSuccess: ({ name: said }) => {
      onClose()
      toast.good(words.done(said))
    },
  })
  const errors = fieldErrors(create.error)
  const send = (texts: Record<string, string>) =>
    create.mutate({
      ...(filled(texts) as Pick<Input<'crm_create_lead'>, 'name'>),
      name: shown,
      ...(place.pipeline && { pipeline: place.pipeline.id }),
      ...(place.stage && { stage: place.stage.id }),
      ...(owner_id !== NOBODY && { owner_id }),
      ...(contact && { contact_id: contact.id }),
      estimated_value: readAmount(amount) ?? null,
      currency,
    })
  // Until somebody writes a title, it is called as the person is.
  const shown = name ?? contact?.name ?? ''

  return (
    <FormFrame
      onSubmit={submitted(send)}
      onClose={onClose}
      submit={words.submit.leads}
      busy={create.isPending}
      isReady={readAmount(amount) !== undefined}
    >
      {create.error && Object.keys(errors).length === 0 && (
        <div className="sm:col-span-2">
          <Notice>{explain(create.error)}</Notice>
        </div>
      )}
      <div className="sm:col-span-2">
        <TextField
          label={words.name}
          placeholder={words.namePlaceholder.leads}
          autoFocus
          autoComplete="off"
          value={shown}
          onChange={(event) => setName(event.target.value)}
          error={errors['name']}
        />
      </div>
      <div className="sm:col-span-2">
        <ContactField contact={contact} onPick={setContact} optional={common.optional} error={errors['contact_id']} />
      </div>
      <div key={contact?.id} className="contents">
        <TextField
          label={words.phone}
          name="phone"
          type="tel"
          autoComplete="off"
          defaultValue={contact?.phone_number ?? ''}
          error={errors['phone']}
        />
        <TextField
          label={words.email}
          name="email"
          type="email"
          autoComplete="off"
          defaultValue={contact?.email ?? ''}
          error={errors['email']}
        />
      </div>
      <MoneyFields
        label={words.estimated}
        amount={amount}
        currency={currency}
        onAmount={setAmount}
        onCurrency={setCurrency}
        error={errors['estimated_value'] ?? errors['currency']}
      />
      <TextField
        label={words.source}
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
      <PlaceFields place={place} owner_id={owner_id} onOwner={setOwner} mayBeNobodys errors={errors} />
    </FormFrame>
  )
}

/** What was left empty is not sent. */
const filled = (texts: Record<string, string>) =>
  Object.fromEntries(Object.entries(texts).filter(([name, text]) => name && text.trim()))
