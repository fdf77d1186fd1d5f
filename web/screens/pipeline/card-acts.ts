import { useWords } from '#web/i18n.ts'
import { useAct } from '#web/query.ts'
import { toast } from '#web/ui/toast.tsx'
import type { Card } from './board/use-move.ts'
import { usePipelineWords } from './words.ts'

/** Puts a lead or a deal into the bin, and offers to take it out again. */
export function useRemove() {
  const { common } = useWords()
  const words = usePipelineWords()
  const removeLead = useAct('delete_lead')
  const removeDeal = useAct('delete_opportunity')
  const restoreLead = useAct('restore_lead')
  const restoreDeal = useAct('restore_opportunity')

  return (card: Card) => {
    const isDeal = 'expected_close_date' in card
    const done = (back: () => void) => ({
      onSuccess: () => toast.undo(words.removed(card.name), common.undo, back),
    })
    if (isDeal)
      removeDeal.mutate(
        { opportunity_id: card.id },
        done(() => restoreDeal.mutate({ opportunity_id: card.id })),
      )
    else
      removeLead.mutate(
        { lead_id: card.id },
        done(() => restoreLead.mutate({ lead_id: card.id })),
      )
  }
}
