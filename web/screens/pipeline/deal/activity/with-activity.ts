import type { Activity } from '#contract/records/crm.ts'

/** The same answer with one activity changed; the very same object where it is not in it. */
export function withActivity<T>(value: T, id: string, change: Partial<Activity>): T {
  if (Array.isArray(value)) {
    const next = value.map((each: unknown) => withActivity(each, id, change))
    return next.some((each, i) => each !== value[i]) ? (next as T) : value
  }
  if (value === null || typeof value !== 'object') return value
  const known = value as Record<string, unknown>
  if (known['id'] === id && 'entity_type' in known) return { ...known, ...change } as T
  const parts = ['pages', 'items', 'activities'].filter((key) => Array.isArray(known[key]))
  const changed = parts.map((key) => [key, withActivity(known[key], id, change)] as const)
  return changed.some(([key, part]) => part !== known[key])
    ? ({ ...known, ...Object.fromEntries(changed) } as T)
    : value
}
