import { useState } from 'react'
import { useWords } from '#web/i18n.ts'
import { useAct, useRead } from '#web/query.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SelectField } from '#web/ui/select.tsx'
import type { Deal } from './deal.ts'
import { useEndRefusal } from './use-end-refusal.ts'
import { useMoveBack } from './use-move-back.ts'
import { useDealWords } from './words.ts'

type Props = {
  open: boolean
  onClose: () => void
  deal: Deal
  /** The lost stage it was put into, where there are several; else the first of its pipeline. */
  stage_id?: string | undefined
  onDone?: () => void
}

/** Asks why before it is lost: a deal for one of the workspace's reasons, a lead in one's own words. */
export function LostDialog({ open, onClose, deal, stage_id, onDone }: Props) {
  const { common } = useWords()
  const { lost: words } = useDealWords()
  return (
    <Dialog open={open} onClose={onClose} title={words.title(deal.name)} closeLabel={common.close}>
      <LostForm {...{ deal, stage_id, onClose, onDone }} />
    </Dialog>
  )
}

type FormProps = Omit<Props, 'open' | 'onDone'> & { onDone: (() => void) | undefined }

function LostForm({ deal, stage_id, onClose, onDone }: FormProps) {
  const { common } = useWords()
  const { lost: words } = useDealWords()
  const [reason, setReason] = useState('')
  const refusal = useEndRefusal(deal, 'lost', stage_id)
  const reasons = useRead('list_crm_lost_reasons', {}).data?.items
  const lose = useLose(deal, stage_id, () => {
    onClose()
    onDone?.()
  })
  const isReady = deal.kind === 'lead' || reason !== ''
  const choices = (reasons ?? []).map(({ name }) => [name, name] as const)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady && !lose.isPending) void lose.run(reason)
      }}
      className="flex min-h-0 flex-1 flex-col"
    >
      <DialogBody>
        <div className="grid gap-4">
          {lose.error && <Notice>{refusal(lose.error)}</Notice>}
          {deal.kind === 'opportunity' && reasons?.length === 0 && <Notice tone="plain">{words.noReasons}</Notice>}
          {deal.kind === 'opportunity' ? (
            <SelectField
              label={words.reason}
              hint={words.reasonHint}
              placeholder={words.choose}
              value={reason}
              choices={choices}
              onChange={setReason}
            />
          ) : (
            <TextArea
              autoFocus
              rows={3}
              label={words.reason}
              optional={common.optional}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </div>
      </DialogBody>
      <DialogFooter>
        <Button look="outline" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button look="danger" type="submit" disabled={!isReady} busy={lose.isPending}>
          {words.submit}
        </Button>
      </DialogFooter>
    </form>
  )
}

/** Loses it, and offers to take that back. */
function useLose(deal: Deal, stage_id: string | undefined, onDone: () => void) {
  const { lost: words } = useDealWords()
  const { keep, backOf } = useMoveBack(deal)
  const undo = () => ({ say: words.done(deal.name), back: backOf() })
  const lead = useAct('crm_mark_lead_lost', { quiet: true, undo, onSuccess: onDone })
  const place = useAct('crm_move_lead_stage', { quiet: true })
  const opportunity = useAct('crm_mark_opportunity_outcome', { quiet: true, undo, onSuccess: onDone })
  const move = useAct('crm_move_opportunity_stage', { quiet: true, undo, onSuccess: onDone })

  const run = async (reason: string) => {
    const { id } = deal
    keep()
    if (deal.kind === 'opportunity' && stage_id)
      return move.mutate({ opportunity_id: id, stage: stage_id, lost_reason: reason })
    if (deal.kind === 'opportunity')
      return opportunity.mutate({ opportunity_id: id, outcome: 'lost', lost_reason: reason })
    try {
      if (stage_id) await place.mutateAsync({ lead_id: id, stage: stage_id })
      lead.mutate({ lead_id: id, ...(reason.trim() && { reason }) })
    } catch {
      // What was refused stands in `error`.
    }
  }
  const acts = [lead, place, opportunity, move]
  return { run, isPending: acts.some(({ isPending }) => isPending), error: acts.find(({ error }) => error)?.error }
}
