import { useRef } from 'react'
import { useAct } from '#web/app/query.ts'
import type { Deal } from '#web/features/deals/deal.ts'

/** Former values of a deal. */
type Changed = { amount?: number | null }

/**
 * Reverts a move: the stage, and the status or probability the deal had in it. `remember` is called before the
 * change, because by the time it can be undone the props already hold the new state. It takes fields that change with it.
 */
export function useRevertMove(deal: Deal) {
  const previous = useRef<[Deal, Changed]>([deal, {}])
  const revert = useRevert()
  return {
    remember: (changed: Changed = {}) => void (previous.current = [deal, changed]),
    createRevert: () => {
      const before = previous.current
      return () => void revert(...before)
    },
  }
}

function useRevert() {
  const moveLead = useAct('crm_move_lead_stage')
  const moveOpportunity = useAct('crm_move_opportunity_stage')
  const updateLead = useAct('crm_update_lead')
  const updateOpportunity = useAct('crm_update_opportunity')

  return async (before: Deal, changed: Changed) => {
    const { id, stage, lost_reason } = before
    if (before.kind === 'lead') {
      const { status } = await moveLead.mutateAsync({ lead_id: id, stage: stage.id })
      if (status !== before.status && before.status !== 'converted')
        await updateLead.mutateAsync({ lead_id: id, status: before.status })
      return
    }
    const reason = stage.type === 'lost' && lost_reason ? { lost_reason } : {}
    const now = await moveOpportunity.mutateAsync({ opportunity_id: id, stage: stage.id, ...reason })
    const isCustom = before.status === 'open' && now.probability !== before.probability
    const rest = { ...changed, ...(isCustom && { probability: before.probability }) }
    if (Object.keys(rest).length > 0) await updateOpportunity.mutateAsync({ opportunity_id: id, ...rest })
  }
}
