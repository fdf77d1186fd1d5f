import { useState } from 'react'
import { useWords } from '#web/app/i18n.ts'
import { useAct, useRead } from '#web/app/query.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SelectField } from '#web/ui/select.tsx'
import type { Deal } from '#web/features/deals/deal.ts'
import { DialogForm } from '#web/ui/form/dialog-form.tsx'
import { useOutcomeError } from './use-outcome-error.ts'
import { useRevertMove } from './use-revert-move.ts'
import { useDrawerWords } from './words.ts'

type Props = {
  open: boolean
  onClose: () => void
  deal: Deal
  /** The lost stage to move to; by default the first one of the pipeline. */
  stage_id?: string | undefined
  onDone?: () => void
}

/** Asks for the lost reason: one of the workspace's reasons for a deal, free text for a lead. */
export function LostDialog({ open, onClose, deal, stage_id, onDone }: Props) {
  const words = useLostWords(deal)
  return (
    <Dialog open={open} onClose={onClose} title={words.title(deal.name)}>
      <LostForm {...{ deal, stage_id, onClose, onDone }} />
    </Dialog>
  )
}

type FormProps = Omit<Props, 'open' | 'onDone'> & { onDone: (() => void) | undefined }

function LostForm({ deal, stage_id, onClose, onDone }: FormProps) {
  const { common } = useWords()
  const words = useLostWords(deal)
  const [reason, setReason] = useState('')
  const describe = useOutcomeError(deal, 'lost', stage_id)
  const reasons = useRead('list_crm_lost_reasons', {}).data?.items
  const lose = useLose(deal, stage_id, () => {
    onClose()
    onDone?.()
  })
  const isReady = deal.kind === 'lead' || reason !== ''
  const choices = (reasons ?? []).map(({ name }) => [name, name] as const)
  return (
    <DialogForm
      onSubmit={() => {
        if (isReady && !lose.isPending) void lose.run(reason)
      }}
      onCancel={onClose}
      submit={words.submit}
      busy={lose.isPending}
      disabled={!isReady}
      danger
      problem={lose.error && describe(lose.error)}
    >
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
    </DialogForm>
  )
}

/** A deal is lost, a lead is unqualified. */
function useLostWords({ kind }: Deal) {
  const { lost, unqualified } = useDrawerWords()
  return kind === 'lead' ? { ...lost, ...unqualified } : lost
}

/** Marks the record as lost and offers to undo it. */
function useLose(deal: Deal, stage_id: string | undefined, onDone: () => void) {
  const words = useLostWords(deal)
  const { remember, createRevert } = useRevertMove(deal)
  const undo = () => ({ message: words.done(deal.name), revert: createRevert() })
  const lead = useAct('crm_mark_lead_lost', { silent: true, undo, onSuccess: onDone })
  const place = useAct('crm_move_lead_stage', { silent: true })
  const opportunity = useAct('crm_mark_opportunity_outcome', { silent: true, undo, onSuccess: onDone })
  const move = useAct('crm_move_opportunity_stage', { silent: true, undo, onSuccess: onDone })

  const run = async (reason: string) => {
    const { id } = deal
    remember()
    if (deal.kind === 'opportunity' && stage_id)
      return move.mutate({ opportunity_id: id, stage: stage_id, lost_reason: reason })
    if (deal.kind === 'opportunity')
      return opportunity.mutate({ opportunity_id: id, outcome: 'lost', lost_reason: reason })
    try {
      if (stage_id) await place.mutateAsync({ lead_id: id, stage: stage_id })
      lead.mutate({ lead_id: id, ...(reason.trim() && { reason }) })
    } catch {
      // The call keeps the error in `error`.
    }
  }
  const calls = [lead, place, opportunity, move]
  return { run, isPending: calls.some(({ isPending }) => isPending), error: calls.find(({ error }) => error)?.error }
}
