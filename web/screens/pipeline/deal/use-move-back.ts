import { useRef } from 'react'
import { useAct } from '#web/query.ts'
import type { Deal } from './deal.ts'

/**
 * Puts it back where it stood, with what standing there had given it. How it stood is kept when the change is made:
 * by the time that can be taken back, the screen already shows what came of it.
 */
export function useMoveBack(deal: Deal) {
  const kept = useRef(deal)
  const back = useBack()
  return {
    keep: () => void (kept.current = deal),
    backOf: () => {
      const before = kept.current
      return () => void back(before)
    },
  }
}

function useBack() {
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
