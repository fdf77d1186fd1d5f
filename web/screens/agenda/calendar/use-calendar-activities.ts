import { useEffect } from 'react'
import type { Activity } from '#contract/records/crm.ts'
import { usePages } from '#web/app/query.ts'
import { useSession } from '#web/app/session.ts'
import { toInput, type AgendaFilters } from '#web/screens/agenda/agenda-filters.ts'

const MAX_ACTIVITIES = 500

/** All activities due in these days. Loads every page, as a calendar does not scroll to more. */
export function useCalendarActivities(filters: AgendaFilters, days: readonly string[]) {
  const { user } = useSession()
  const isDone = filters.state === 'done'
  const { items, hasNextPage, isFetching, isPlaceholderData, fetchNextPage, error, refetch } = usePages(
    'crm_list_activities',
    {
      ...toInput(filters, user.id),
      ...(!isDone && { pending_only: true }),
      due_from: days[0]!,
      due_to: days.at(-1)!,
      limit: 100,
    },
  )
  const hasMore = hasNextPage && !isFetching && !isPlaceholderData && !error && (items?.length ?? 0) < MAX_ACTIVITIES
  useEffect(() => {
    if (hasMore) void fetchNextPage()
  }, [hasMore, fetchNextPage])
  const matching: Activity[] = items?.filter(({ done }) => done === isDone) ?? []
  return { items: matching, error, refetch }
}
