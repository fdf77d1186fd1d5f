import { useParams } from '@tanstack/react-router'
import { useRead } from '#web/query.ts'
import { asOpportunity } from './deal.ts'
import { DealDrawer } from './deal-drawer.tsx'

/** A deal, over the board. */
export function OpportunityDrawer() {
  const { opportunity_id = '' } = useParams({ strict: false })
  const { data, error } = useRead('crm_get_opportunity', { opportunity_id, activity_limit: 0 })
  return (
    <DealDrawer
      key={opportunity_id}
      kind="opportunity"
      deal={data && asOpportunity(data)}
      history={data?.stage_history}
      error={error}
    />
  )
}
