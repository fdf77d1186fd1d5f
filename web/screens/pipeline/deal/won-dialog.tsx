import { useState } from 'react'
import { fieldErrors } from '#web/app/i18n.ts'
import { readAmount } from '#web/app/format/amount.ts'
import { useMoney } from '#web/app/format/money.ts'
import { useAct } from '#web/app/query.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { AmountField } from '#web/features/deals/amount-field.tsx'
import { asOpportunity, type Opportunity } from '#web/features/deals/deal.ts'
import { useDealWords } from '#web/features/deals/words.ts'
import { DialogForm } from '#web/ui/form/dialog-form.tsx'
import { useOutcomeError } from './use-outcome-error.ts'
import { useRevertMove } from './use-revert-move.ts'
import { useDrawerWords } from './words.ts'

type Props = {
  open: boolean
  onClose: () => void
  opportunity: Opportunity
  /** The won stage to move to; by default the first one of the pipeline. */
  stage_id?: string | undefined
  onDone?: () => void
}

/** Confirms the final amount of a won deal. */
export function WonDialog({ open, onClose, opportunity, stage_id, onDone }: Props) {
  const { won: words } = useDrawerWords()
  return (
    <Dialog open={open} onClose={onClose} title={words.title} description={words.hint}>
      <WonForm {...{ opportunity, stage_id, onClose, onDone }} />
    </Dialog>
  )
}

type FormProps = Omit<Props, 'open' | 'onDone'> & { onDone: (() => void) | undefined }

function WonForm({ opportunity, stage_id, onClose, onDone }: FormProps) {
  const { won: words } = useDrawerWords()
  const { fields } = useDealWords()
  const money = useMoney()
  const [text, setText] = useState(() => money.plain(opportunity.amount))
  const amount = readAmount(text)
  const win = useWin(opportunity, stage_id, () => {
    onClose()
    onDone?.()
  })
  const describe = useOutcomeError(asOpportunity(opportunity), 'won', stage_id)
  const errors = fieldErrors(win.error)
  return (
    <DialogForm
      onSubmit={() => {
        if (amount !== undefined && !win.isPending) void win.run(amount)
      }}
      onCancel={onClose}
      submit={words.submit}
      busy={win.isPending}
      disabled={amount === undefined}
      problem={win.error && !errors['amount'] && describe(win.error)}
    >
      <AmountField
        autoFocus
        label={fields.amount}
        value={text}
        currency={opportunity.currency}
        onChange={setText}
        error={errors['amount']}
      />
    </DialogForm>
  )
}

/** Updates the amount if it changed, then sets the outcome and offers to undo it. */
function useWin(opportunity: Opportunity, stage_id: string | undefined, onDone: () => void) {
  const { won: words } = useDrawerWords()
  const { remember, createRevert } = useRevertMove(asOpportunity(opportunity))
  const undo = () => ({ message: words.done(opportunity.name), revert: createRevert() })
  const update = useAct('crm_update_opportunity', { silent: true })
  const outcome = useAct('crm_mark_opportunity_outcome', { silent: true, undo, onSuccess: onDone })
  const move = useAct('crm_move_opportunity_stage', { silent: true, undo, onSuccess: onDone })

  const run = async (amount: number | null) => {
    const { id: opportunity_id } = opportunity
    remember(amount === opportunity.amount ? {} : { amount: opportunity.amount })
    try {
      if (amount !== opportunity.amount) await update.mutateAsync({ opportunity_id, amount })
    } catch {
      return
    }
    if (stage_id) move.mutate({ opportunity_id, stage: stage_id })
    else outcome.mutate({ opportunity_id, outcome: 'won' })
  }
  const calls = [update, outcome, move]
  return { run, isPending: calls.some(({ isPending }) => isPending), error: calls.find(({ error }) => error)?.error }
}
