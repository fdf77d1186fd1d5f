import { useWords } from '#web/app/i18n.ts'
import { useAct } from '#web/app/query.ts'
import { toast } from '#web/ui/toast.tsx'
import type { Card } from '#web/screens/pipeline/board/use-move.ts'
import { usePipelineWords } from './words.ts'

/** Moves a lead or deal to the bin and offers to undo it. */
export function useDeleteCard() {
  const { common } = useWords()
  const words = usePipelineWords()
  const removeLead = useAct('delete_lead')
  const removeDeal = useAct('delete_opportunity')
  const restoreLead = useAct('restore_lead')
  const restoreDeal = useAct('restore_opportunity')

  return (card: Card) => {
    const isDeal = 'expected_close_date' in card
    const withUndo = (revert: () => void) => ({
      onSuccess: () => toast.undo(words.removed(card.name), common.undo, revert),
    })
    if (isDeal)
      removeDeal.mutate(
        { opportunity_id: card.id },
        withUndo(() => restoreDeal.mutate({ opportunity_id: card.id })),
      )
    else
      removeLead.mutate(
        { lead_id: card.id },
        withUndo(() => restoreLead.mutate({ lead_id: card.id })),
      )
  }
}
