import { useState } from 'react'
import { Problem, type Contact } from '#web/api.ts'
import { explain, fieldErrors, useWords } from '#web/i18n.ts'
import { readAmount } from '#web/parts/amount.ts'
import { ContactCard } from '#web/parts/contact-card.tsx'
import { ContactPicker } from '#web/parts/contact-picker.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { SelectField } from '#web/ui/select.tsx'
import { AmountField } from '#web/screens/pipeline/deal/amount-field.tsx'
import type { Lead } from '#web/screens/pipeline/deal/deal.ts'
import { useDealWords } from '#web/screens/pipeline/deal/words.ts'
import { useConvert } from './use-convert.ts'
import { usePlaces } from './use-places.ts'

type Props = { open: boolean; onClose: () => void; lead: Lead }

/** Makes a deal of a lead; what is known of the lead is filled in already. */
export function ConvertDialog({ open, onClose, lead }: Props) {
  const { common } = useWords()
  const { convert: words } = useDealWords()
  return (
    <Dialog open={open} onClose={onClose} title={words.title} description={words.hint} closeLabel={common.close}>
      <ConvertForm lead={lead} onClose={onClose} />
    </Dialog>
  )
}

function ConvertForm({ lead, onClose }: Omit<Props, 'open'>) {
  const { common } = useWords()
  const { convert: words, findContact } = useDealWords()
  const places = usePlaces()
  const [name, setName] = useState(lead.name)
  const [amount, setAmount] = useState(lead.estimated_value === null ? '' : String(lead.estimated_value))
  const [close, setClose] = useState('')
  const [client, setClient] = useState<Contact>()
  const [confirmed, confirm] = useState<string>()
  const convert = useConvert(onClose)
  const errors = fieldErrors(convert.error)
  const candidates = candidatesOf(convert.error)
  const worth = readAmount(amount)

  const submit = () => {
    const contact_id = confirmed ?? client?.id
    convert.mutate({
      lead_id: lead.id,
      name: name.trim(),
      ...(places.pipeline_id && { pipeline: places.pipeline_id }),
      ...(places.stage_id && { stage: places.stage_id }),
      ...(worth != null && { amount: worth }),
      ...(close && { expected_close_date: close }),
      ...(contact_id && { confirmed_contact_id: contact_id }),
    })
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (worth !== undefined) submit()
      }}
      className="flex min-h-0 flex-1 flex-col"
    >
      <DialogBody>
        <div className="grid gap-4">
          {convert.error && !candidates && !isSaid(errors) && <Notice>{explain(convert.error, 'convert')}</Notice>}
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
              value={places.pipeline_id}
              choices={places.pipelines}
              onChange={places.setPipeline}
            />
            <SelectField
              label={words.stage}
              value={places.stage_id}
              choices={places.stages}
              onChange={places.setStage}
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
        </div>
      </DialogBody>
      <DialogFooter>
        <Button look="outline" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button
          look="primary"
          type="submit"
          disabled={worth === undefined || (Boolean(candidates) && !confirmed)}
          busy={convert.isPending}
        >
          {words.submit}
        </Button>
      </DialogFooter>
    </form>
  )
}

/** Said under its field already. */
const isSaid = (errors: Record<string, string>) =>
  ['name', 'amount', 'stage', 'expected_close_date', 'confirmed_contact_id'].some((field) => errors[field])

type Candidate = { id: string; name: string }

/** The phone is one contact's and the e-mail another's: these. */
function candidatesOf(error: unknown): Candidate[] | undefined {
  if (!(error instanceof Problem) || error.code !== 'ambiguous_reference') return undefined
  return error.candidates
}
