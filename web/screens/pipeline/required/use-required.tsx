import { useState, type ReactNode } from 'react'
import type { Deal, Stage } from '#web/features/deals/deal.ts'
import { missingFields } from '#web/features/deals/required-fields.ts'
import { lazyComponent } from '#web/ui/lazy.tsx'
import type { PendingMove } from './required-dialog.tsx'

const RequiredDialog = lazyComponent(async () => (await import('./required-dialog.tsx')).RequiredDialog)

/** Makes a move at once, or after asking for the fields its stage requires. */
export function useRequired(): { ask: (deal: Deal, stage: Stage, proceed: () => void) => void; dialog: ReactNode } {
  const [pending, setPending] = useState<PendingMove>()
  const [isUsed, use] = useState(false)
  const ask = (deal: Deal, stage: Stage, proceed: () => void) => {
    if (stage.id === deal.stage.id || missingFields(deal, stage).length === 0) return proceed()
    use(true)
    setPending({ deal, stage, proceed })
  }
  const dialog = isUsed && <RequiredDialog move={pending} onClose={() => setPending(undefined)} />
  return { ask, dialog }
}
