import { useState } from 'react'
import { Problem, type Contact } from '#web/app/api.ts'
import { describeError, fieldErrors, useWords } from '#web/app/i18n.ts'
import { readAmount } from '#web/app/format/amount.ts'
import { useMoney } from '#web/app/format/money.ts'
import { ContactCard } from '#web/features/contacts/contact-card.tsx'
import { ContactPicker } from '#web/features/contacts/contact-picker.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { SelectField } from '#web/ui/select.tsx'
import { AmountField } from '#web/features/deals/amount-field.tsx'
import type { Lead } from '#web/features/deals/deal.ts'
import { useDrawerWords } from '#web/screens/pipeline/deal/words.ts'
import { DialogForm } from '#web/ui/form/dialog-form.tsx'
import { useConvert } from './use-convert.ts'
import { useDealPipelines } from './use-deal-pipelines.ts'

type Props = { open: boolean; onClose: () => void; lead: Lead }

/** Converts a lead to a deal, prefilled from the lead. */
export function ConvertDialog({ open, onClose, lead }: Props) {
  const { convert: words } = useDrawerWords()
  return (
    <Dialog open={open} onClose={onClose} title={words.title} description={words.hint}>
      <ConvertForm lead={lead} onClose={onClose} />
    </Dialog>
  )
}

function ConvertForm({ lead, onClose }: Omit<Props, 'open'>) {
  const { common } = useWords()
  const { convert: words, findContact } = useDrawerWords()
  const placement = useDealPipelines()
  const [name, setName] = useState(lead.name)
  const money = useMoney()
  const [amount, setAmount] = useState(() => money.plain(lead.estimated_value))
  const [close, setClose] = useState('')
  const [client, setClient] = useState<Contact>()
  const [confirmed, confirm] = useState<string>()
  const convert = useConvert(onClose)
  const errors = fieldErrors(convert.error)
  const candidates = candidatesOf(convert.error)
  const value = readAmount(amount)

  const submit = () => {
    const contact_id = confirmed ?? client?.id
    convert.mutate({
      lead_id: lead.id,
      name: name.trim(),
      ...(placement.pipeline_id && { pipeline: placement.pipeline_id }),
      ...(placement.stage_id && { stage: placement.stage_id }),
      ...(value != null && { amount: value }),
      ...(close && { expected_close_date: close }),
      ...(contact_id && { confirmed_contact_id: contact_id }),
    })
  }
  return (
    <DialogForm
      onSubmit={() => {
        if (value !== undefined) submit()
      }}
      onCancel={onClose}
      submit={words.submit}
      busy={convert.isPending}
      disabled={value === undefined || (Boolean(candidates) && !confirmed)}
      problem={convert.error && !candidates && !isShownInField(errors) && describeError(convert.error, 'convert')}
    >
      {candidates && (
        <>
          <Notice tone="warn">{words.whoHint}</Notice>
          <RadioCards
            label={words.who}
            value={confirmed}
            onChange={confirm}
            choices={Object.fromEntries(candidates.map(({ id, name: label }) => [id, { label }]))}
          />
        </>
      )}
      <TextField
        label={words.name}
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={errors['name']}
      />
      <div className="grid grid-cols-2 gap-4">
        <SelectField
          label={words.pipeline}
          value={placement.pipeline_id}
          choices={placement.pipelines}
          onChange={placement.setPipeline}
        />
        <SelectField
          label={words.stage}
          value={placement.stage_id}
          choices={placement.stages}
          onChange={placement.setStage}
          error={errors['stage']}
        />
      </div>
      <div className="grid grid-cols-2 items-start gap-4">
        <AmountField
          label={words.amount}
          value={amount}
          currency={lead.currency}
          onChange={setAmount}
          error={errors['amount']}
        />
        <TextField
          label={words.close}
          hint={words.closeHint}
          type="date"
          value={close}
          onChange={(event) => setClose(event.target.value)}
          error={errors['expected_close_date']}
        />
      </div>
      {!lead.contact && !candidates && (
        <div className="grid gap-1.5">
          <p className="text-sm font-medium">{words.client}</p>
          {client ? (
            <ContactCard
              contact={client}
              aside={
                <Button size="sm" onClick={() => setClient(undefined)}>
                  {common.clear}
                </Button>
              }
            />
          ) : (
            <ContactPicker label={findContact} except="" onPick={setClient} />
          )}
          <p className="text-xs text-ink-3">{words.clientHint}</p>
          {errors['confirmed_contact_id'] && <Notice>{errors['confirmed_contact_id']}</Notice>}
        </div>
      )}
    </DialogForm>
  )
}

/** The error is shown under its field. */
const isShownInField = (errors: Record<string, string>) =>
  ['name', 'amount', 'stage', 'expected_close_date', 'confirmed_contact_id'].some((field) => errors[field])

type Candidate = { id: string; name: string }

/** Contacts to choose from when phone and e-mail belong to different ones. */
function candidatesOf(error: unknown): Candidate[] | undefined {
  if (!(error instanceof Problem) || error.code !== 'ambiguous_reference') return undefined
  return error.candidates
}
