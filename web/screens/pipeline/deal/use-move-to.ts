import type { Deal, Stage } from '#web/features/deals/deal.ts'
import { useRequired } from '#web/screens/pipeline/required/use-required.tsx'
import { useMove } from './deal-actions.ts'
import type { DealDialog } from './deal-dialogs.tsx'
import { useStages } from './stage-steps.tsx'

/** Moves a deal to a stage; closing stages and stages with required fields open a dialog first. */
export function useMoveTo(deal: Deal, show: (dialog: DealDialog) => void) {
  const stages = useStages(deal) ?? []
  const move = useMove(deal)
  const { ask, dialog } = useRequired()
  const moveFilled = (stage: Stage) => {
    if (stage.type === 'lost') show({ dialog: 'lost', stage_id: stage.id })
    else if (stage.type === 'won' && deal.kind === 'opportunity') show({ dialog: 'won', stage_id: stage.id })
    else move(stage)
  }
  /** Marks it as won or lost, which moves it to the first such stage. */
  const close = (outcome: 'won' | 'lost') => {
    const stage = stages.find(({ type }) => type === outcome)
    const confirm = () => show({ dialog: outcome })
    if (stage) ask(deal, stage, confirm)
    else confirm()
  }
  return { move: (stage: Stage) => ask(deal, stage, () => moveFilled(stage)), close, dialog }
}
