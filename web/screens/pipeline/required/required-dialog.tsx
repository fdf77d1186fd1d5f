import { useState } from 'react'
import type { Stage } from '#contract/records/crm.ts'
import { describeFormError, fieldErrors } from '#web/app/i18n.ts'
import { useAct } from '#web/app/query.ts'
import type { Deal } from '#web/features/deals/deal.ts'
import { attributeKey, missingFields } from '#web/features/deals/required-fields.ts'
import { usePipelineWords } from '#web/screens/pipeline/words.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { DialogForm } from '#web/ui/form/dialog-form.tsx'
import { useLast } from '#web/ui/use-last.ts'
import { RequiredField, type Answer } from './required-field.tsx'

/** A move that waits for the fields its stage requires. */
export type PendingMove = { deal: Deal; stage: Stage; proceed: () => void }

type Props = { move: PendingMove | undefined; onClose: () => void }

/** Asks for the fields a stage requires, saves them and then makes the move. */
export function RequiredDialog({ move, onClose }: Props) {
  const { required: words } = usePipelineWords()
  const shown = useLast(move)
  return (
    <Dialog
      open={move !== undefined}
      onClose={onClose}
      title={words.title(shown?.stage.name ?? '')}
      description={words.hint}
    >
      {shown && <Form move={shown} onClose={onClose} />}
    </Dialog>
  )
}

function Form({ move: { deal, stage, proceed }, onClose }: { move: PendingMove; onClose: () => void }) {
  const { required: words } = usePipelineWords()
  const [fields] = useState(() => missingFields(deal, stage))
  const [answers, answer] = useState<Record<string, Answer>>({})
  const lead = useAct('crm_update_lead', { silent: true })
  const opportunity = useAct('crm_update_opportunity', { silent: true })
  const error = lead.error ?? opportunity.error
  const errors = fieldErrors(error)
  const save = async () => {
    const change = toChange(answers)
    if (deal.kind === 'lead') await lead.mutateAsync({ lead_id: deal.id, ...change })
    else await opportunity.mutateAsync({ opportunity_id: deal.id, ...change })
    onClose()
    proceed()
  }
  return (
    <DialogForm
      // A refusal is shown in the form.
      onSubmit={() => void save().catch(() => undefined)}
      onCancel={onClose}
      submit={words.submit(stage.name)}
      busy={lead.isPending || opportunity.isPending}
      disabled={fields.some((field) => isEmpty(answers[field]))}
      problem={describeFormError(error)}
    >
      {fields.map((field) => (
        <RequiredField
          key={field}
          deal={deal}
          field={field}
          value={answers[field]}
          onChange={(value) => answer((now) => ({ ...now, [field]: value }))}
          error={errors[field] ?? errors[field.replace('.', '/')]}
        />
      ))}
    </DialogForm>
  )
}

const isEmpty = (answer: Answer) => answer === undefined || (typeof answer === 'string' && answer.trim() === '')

/** The answers as an update takes them: people by id, custom fields together. */
function toChange(answers: Record<string, Answer>): Record<string, never> {
  const custom = Object.entries(answers).flatMap(([field, value]) => {
    const key = attributeKey(field)
    return key === undefined ? [] : [[key, value] as const]
  })
  const own = Object.entries(answers).filter(([field]) => attributeKey(field) === undefined)
  const named = own.map(([field, value]) => [references[field] ?? field, value] as const)
  return Object.fromEntries([
    ...named,
    ...(custom.length > 0 ? [['custom_attributes', Object.fromEntries(custom)] as const] : []),
  ]) as Record<string, never>
}

const references: Record<string, string> = { owner: 'owner_id', contact: 'contact_id' }
