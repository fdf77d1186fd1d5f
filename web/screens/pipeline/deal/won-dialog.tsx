import { useState } from 'react'
import { fieldErrors, useWords } from '#web/i18n.ts'
import { readAmount } from '#web/parts/amount.ts'
import { useAct } from '#web/query.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { AmountField } from './amount-field.tsx'
import { asOpportunity, type Opportunity } from './deal.ts'
import { useEndRefusal } from './use-end-refusal.ts'
import { useMoveBack } from './use-move-back.ts'
import { useDealWords } from './words.ts'

type Props = {
  open: boolean
  onClose: () => void
  opportunity: Opportunity
  /** The won stage it was put into, where there are several; else the first of its pipeline. */
  stage_id?: string | undefined
  onDone?: () => void
}

/** Winning is the moment to say what it came to. */
export function WonDialog({ open, onClose, opportunity, stage_id, onDone }: Props) {
  const { common } = useWords()
  const { won: words } = useDealWords()
  return (
    <Dialog open={open} onClose={onClose} title={words.title} description={words.hint} closeLabel={common.close}>
      <WonForm {...{ opportunity, stage_id, onClose, onDone }} />
    </Dialog>
  )
}

type FormProps = Omit<Props, 'open' | 'onDone'> & { onDone: (() => void) | undefined }

function WonForm({ opportunity, stage_id, onClose, onDone }: FormProps) {
  const { common } = useWords()
  const { won: words, fields } = useDealWords()
  const [text, setText] = useState(opportunity.amount === null ? '' : String(opportunity.amount))
  const amount = readAmount(text)
  const win = useWin(opportunity, stage_id, () => {
    onClose()
    onDone?.()
  })
  const refusal = useEndRefusal(asOpportunity(opportunity), 'won', stage_id)
  const errors = fieldErrors(win.error)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (amount !== undefined && !win.isPending) void win.run(amount)
      }}
      className="flex min-h-0 flex-1 flex-col"
    >
      <DialogBody>
        <div className="grid gap-4">
          {win.error && !errors['amount'] && <Notice>{refusal(win.error)}</Notice>}
          <AmountField
            autoFocus
            label={fields.amount}
            value={text}
            currency={opportunity.currency}
            onChange={setText}
            error={errors['amount']}
          />
        </div>
      </DialogBody>
      <DialogFooter>
        <Button look="outline" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button look="primary" type="submit" disabled={amount === undefined} busy={win.isPending}>
          {words.submit}
        </Button>
      </DialogFooter>
    </form>
  )
}

/** The amount first, where it is another one; then the outcome, which can be taken back. */
function useWin(opportunity: Opportunity, stage_id: string | undefined, onDone: () => void) {
  const { won: words } = useDealWords()
  const { keep, backOf } = useMoveBack(asOpportunity(opportunity))
  const undo = () => ({ say: words.done(opportunity.name), back: backOf() })
  const update = useAct('crm_update_opportunity', { quiet: true })
  const outcome = useAct('crm_mark_opportunity_outcome', { quiet: true, undo, onSuccess: onDone })
  const move = useAct('crm_move_opportunity_stage', { quiet: true, undo, onSuccess: onDone })

  const run = async (amount: number | null) => {
    const { id: opportunity_id } = opportunity
    keep()
    try {
      if (amount !== opportunity.amount) await update.mutateAsync({ opportunity_id, amount })
    } catch {
      return
    }
    if (stage_id) move.mutate({ opportunity_id, stage: stage_id })
    else outcome.mutate({ opportunity_id, outcome: 'won' })
  }
  const acts = [update, outcome, move]
  return { run, isPending: acts.some(({ isPending }) => isPending), error: acts.find(({ error }) => error)?.error }
}
