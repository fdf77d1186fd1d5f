import { lazy, Suspense } from 'react'
import type { Stage } from '#contract/records/crm.ts'
import { asDeal } from '#web/screens/pipeline/kinds.ts'
import type { Card } from './use-move.ts'

const LostDialog = lazy(async () => ({
  default: (await import('#web/screens/pipeline/deal/lost-dialog.tsx')).LostDialog,
}))
const WonDialog = lazy(async () => ({
  default: (await import('#web/screens/pipeline/deal/won-dialog.tsx')).WonDialog,
}))

export type End = { card: Card; stage: Stage }

/** An end is asked about first: what it came to, or why it did not. */
export function Ending({
  end,
  onClose,
  onDone,
}: {
  end: End | undefined
  onClose: () => void
  onDone: (end: End) => void
}) {
  if (!end) return null
  const deal = asDeal(end.card)
  const shared = { open: true, onClose, stage_id: end.stage.id, onDone: () => onDone(end) }
  return (
    <Suspense>
      {end.stage.type === 'won' && deal.kind === 'opportunity' ? (
        <WonDialog {...shared} opportunity={deal} />
      ) : (
        <LostDialog {...shared} deal={deal} />
      )}
    </Suspense>
  )
}
