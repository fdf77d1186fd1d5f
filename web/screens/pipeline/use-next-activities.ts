import { useMemo } from 'react'
import type { Activity } from '#contract/records/crm.ts'
import { useRead } from '#web/app/query.ts'
import { entities, type Kind } from '#web/features/deals/kinds.ts'

export type NextActivity = Pick<Activity, 'type' | 'due_at'>

/** The server answers for so many records at once; nobody scrolls through more in one column. */
const MOST = 500

/** The next activity of each of these records: null if it has none, undefined while it is unknown. */
export function useNextActivities(kind: Kind, record_ids: readonly string[]) {
  const input = { entity_type: entities[kind], entity_ids: record_ids.slice(0, MOST) }
  const { data, isPlaceholderData } = useRead('list_next_activities', input, {
    enabled: record_ids.length > 0,
    keepsPrevious: true,
  })
  return useMemo(() => {
    const known = new Set(record_ids.slice(0, MOST))
    const next = new Map(data?.items.map(({ entity_id, type, due_at }) => [entity_id, { type, due_at }]))
    return (id: string): NextActivity | null | undefined =>
      next.get(id) ?? (data && !isPlaceholderData && known.has(id) ? null : undefined)
  }, [data, isPlaceholderData, record_ids])
}
