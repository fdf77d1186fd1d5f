import { useEffect } from 'react'
import type { Activity } from '#contract/records/crm.ts'
import { usePages } from '#web/query.ts'
import { useSession } from '#web/session.ts'
import { asInput, type AgendaFilters } from '#web/screens/agenda/agenda-filters.ts'

const MOST = 500

/** All that is due in these days, page after page: a calendar has no end to scroll to. */
export function useSpan(filters: AgendaFilters, days: readonly string[]) {
  const { user } = useSession()
  const isDone = filters.state === 'done'
  const { items, hasNextPage, isFetching, isPlaceholderData, fetchNextPage, error, refetch } = usePages(
    'crm_list_activities',
    {
      ...asInput(filters, user.id),
      ...(!isDone && { pending_only: true }),
      due_from: days[0]!,
      due_to: days.at(-1)!,
      limit: 100,
    },
  )
  const wantsMore = hasNextPage && !isFetching && !isPlaceholderData && !error && (items?.length ?? 0) < MOST
  useEffect(() => {
    if (wantsMore) void fetchNextPage()
  }, [wantsMore, fetchNextPage])
  const shown: Activity[] = items?.filter(({ done }) => done === isDone) ?? []
  return { items: shown, error, refetch }
}
