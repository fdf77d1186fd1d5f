import type { Deal, Stage } from './deal.ts'
import { useMove } from './deal-acts.ts'
import type { DealWindow } from './deal-windows.tsx'

/** Moves it to a stage; where that ends it, asks first. */
export function useMoveTo(deal: Deal, show: (window: DealWindow) => void) {
  const move = useMove(deal)
  return (stage: Stage) => {
    if (stage.type === 'lost') show({ at: 'lost', stage_id: stage.id })
    else if (stage.type === 'won' && deal.kind === 'opportunity') show({ at: 'won', stage_id: stage.id })
    else move(stage)
  }
}
