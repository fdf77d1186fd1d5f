import { lazy, Suspense } from 'react'
import type { Stage } from '#contract/records/crm.ts'
import { asDeal } from '#web/features/deals/kinds.ts'
import type { Card } from './use-move.ts'

const LostDialog = lazy(async () => ({
  default: (await import('#web/screens/pipeline/deal/lost-dialog.tsx')).LostDialog,
}))
const WonDialog = lazy(async () => ({
  default: (await import('#web/screens/pipeline/deal/won-dialog.tsx')).WonDialog,
}))

export type PendingOutcome = { card: Card; stage: Stage }

/** Asks for the final amount or the lost reason before a card enters a closing stage. */
export function OutcomeDialog({
  outcome,
  onClose,
  onDone,
}: {
  outcome: PendingOutcome | undefined
  onClose: () => void
  onDone: (outcome: PendingOutcome) => void
}) {
  if (!outcome) return null
  const deal = asDeal(outcome.card)
  const shared = { open: true, onClose, stage_id: outcome.stage.id, onDone: () => onDone(outcome) }
  return (
    <Suspense>
      {outcome.stage.type === 'won' && deal.kind === 'opportunity' ? (
        <WonDialog {...shared} opportunity={deal} />
      ) : (
        <LostDialog {...shared} deal={deal} />
      )}
    </Suspense>
  )
}
