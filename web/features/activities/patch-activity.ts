import type { Activity } from '#contract/records/crm.ts'

/** Patches one activity in a cached response; returns the same object if it is not in it. */
export function patchActivity<T>(value: T, id: string, change: Partial<Activity>): T {
  if (Array.isArray(value)) {
    const next = value.map((each: unknown) => patchActivity(each, id, change))
    return next.some((each, i) => each !== value[i]) ? (next as T) : value
  }
  if (value === null || typeof value !== 'object') return value
  const record = value as Record<string, unknown>
  if (record['id'] === id && 'entity_type' in record) return { ...record, ...change } as T
  const parts = ['pages', 'items', 'activities'].filter((key) => Array.isArray(record[key]))
  const changed = parts.map((key) => [key, patchActivity(record[key], id, change)] as const)
  return changed.some(([key, part]) => part !== record[key])
    ? ({ ...record, ...Object.fromEntries(changed) } as T)
    : value
}
