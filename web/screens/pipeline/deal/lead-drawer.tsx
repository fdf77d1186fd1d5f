import { useParams } from '@tanstack/react-router'
import { useRead } from '#web/app/query.ts'
import { asLead } from '#web/features/deals/deal.ts'
import { useReadNotificationsOf } from '#web/features/notifications/use-notifications.ts'
import { DealDrawer } from './deal-drawer.tsx'

export function LeadDrawer() {
  const { lead_id = '' } = useParams({ strict: false })
  useReadNotificationsOf('lead', lead_id)
  const { data, error } = useRead('crm_get_lead', { lead_id, activity_limit: 0 })
  return (
    <DealDrawer key={lead_id} kind="lead" deal={data && asLead(data)} history={data?.stage_history} error={error} />
  )
}
