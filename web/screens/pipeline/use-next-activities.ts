import { useMemo } from 'react'
import type { Activity } from '#contract/records/crm.ts'
import { useRead } from '#web/query.ts'
import { entities, type Kind } from './kinds.ts'

export type Next = Pick<Activity, 'type' | 'due_at'>

const SOONEST = 100

/** What is to be done next about each, by its id. The soonest are asked for, so whatever is overdue is among them. */
export function useNextActivities(kind: Kind): ReadonlyMap<string, Next> {
  const asked = { entity_type: entities[kind], pending_only: true, limit: SOONEST }
  const { data } = useRead('crm_list_activities', asked)
  return useMemo(() => soonest(data?.items ?? []), [data])
}

export function soonest(activities: readonly Activity[]): Map<string, Next> {
  const next = new Map<string, Next>()
  for (const { entity_id, type, due_at } of activities) if (!next.has(entity_id)) next.set(entity_id, { type, due_at })
  return next
}
