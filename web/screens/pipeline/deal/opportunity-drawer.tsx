import { useParams } from '@tanstack/react-router'
import { useRead } from '#web/app/query.ts'
import { asOpportunity } from '#web/features/deals/deal.ts'
import { useReadNotificationsOf } from '#web/features/notifications/use-notifications.ts'
import { DealDrawer } from './deal-drawer.tsx'

export function OpportunityDrawer() {
  const { opportunity_id = '' } = useParams({ strict: false })
  useReadNotificationsOf('opportunity', opportunity_id)
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
