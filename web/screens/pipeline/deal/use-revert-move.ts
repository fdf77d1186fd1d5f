import { useRef } from 'react'
import { useAct } from '#web/app/query.ts'
import type { Deal } from '#web/features/deals/deal.ts'

/**
 * Reverts a move: the stage, and the status or probability the deal had in it. `remember` is called before the
 * change, because by the time it can be undone the props already hold the new state.
 */
export function useRevertMove(deal: Deal) {
  const previous = useRef(deal)
  const revert = useRevert()
  return {
    remember: () => void (previous.current = deal),
    createRevert: () => {
      const before = previous.current
      return () => void revert(before)
    },
  }
}

function useRevert() {
  const moveLead = useAct('crm_move_lead_stage')
  const moveOpportunity = useAct('crm_move_opportunity_stage')
  const updateLead = useAct('crm_update_lead')
  const updateOpportunity = useAct('crm_update_opportunity')

  return async (before: Deal) => {
    const { id, stage, lost_reason } = before
    if (before.kind === 'lead') {
      const { status } = await moveLead.mutateAsync({ lead_id: id, stage: stage.id })
      if (status !== before.status && before.status !== 'converted')
        await updateLead.mutateAsync({ lead_id: id, status: before.status })
      return
    }
    const reason = stage.type === 'lost' && lost_reason ? { lost_reason } : {}
    const now = await moveOpportunity.mutateAsync({ opportunity_id: id, stage: stage.id, ...reason })
    if (before.status === 'open' && now.probability !== before.probability)
      await updateOpportunity.mutateAsync({ opportunity_id: id, probability: before.probability })
  }
}
