import { useParams } from '@tanstack/react-router'
import { useRead } from '#web/query.ts'
import { asLead } from './deal.ts'
import { DealDrawer } from './deal-drawer.tsx'

/** A lead, over the board. */
export function LeadDrawer() {
  const { lead_id = '' } = useParams({ strict: false })
  const { data, error } = useRead('crm_get_lead', { lead_id, activity_limit: 0 })
  return (
    <DealDrawer key={lead_id} kind="lead" deal={data && asLead(data)} history={data?.stage_history} error={error} />
  )
}
