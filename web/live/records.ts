import type { QueryClient } from '@tanstack/react-query'

/** A record or its changed fields, identified by its `url`. */
export type Patch = { url: string; updated_at?: string }

/** Updates changed records in every cached answer, without a request. */
export function patchRecords(client: QueryClient, account_id: string, records: readonly Patch[]) {
  if (records.length === 0) return
  const byUrl = new Map(records.map((record) => [record.url, record]))
  for (const query of client.getQueryCache().findAll({ queryKey: [account_id] })) {
    const { data, dataUpdatedAt, isInvalidated } = query.state as { data: unknown } & typeof query.state
    const next = patchValue(data, byUrl)
    if (next === data) continue
    // Setting data marks a query as fresh, so its age and its invalidation are restored.
    client.setQueryData(query.queryKey, next, { updatedAt: dataUpdatedAt })
    if (isInvalidated) query.invalidate()
  }
}

/** Shows a record an operation returned. A read in flight may still bring the record as it was, so it is made again. */
export function replaceRecord(client: QueryClient, account_id: string, record: Patch) {
  const inFlight = client.getQueryCache().findAll({
    queryKey: [account_id],
    fetchStatus: 'fetching',
    predicate: ({ state }) => holdsAny(state.data, [record]),
  })
  patchRecords(client, account_id, [record])
  void client.refetchQueries({ type: 'active', predicate: (query) => inFlight.includes(query) })
}

/** Whether a cached answer would change with these records. */
export function holdsAny(data: unknown, records: readonly Patch[]): boolean {
  return patchValue(data, new Map(records.map((record) => [record.url, record]))) !== data
}

/** Replaces these records inside an answer; returns the same object if it contains none of them. */
export function patchValue<T>(value: T, byUrl: ReadonlyMap<string, Patch>): T {
  if (Array.isArray(value)) {
    let changed = false
    const next = value.map((each: unknown) => {
      const replaced = patchValue(each, byUrl)
      changed ||= replaced !== each
      return replaced
    })
    return changed ? (next as T) : value
  }
  if (value === null || typeof value !== 'object') return value
  const current = value as Record<string, unknown>
  const record = typeof current['url'] === 'string' ? byUrl.get(current['url']) : undefined
  let next = record && !isOlder(record, current) ? mergeFields(current, record) : current
  for (const [key, inner] of Object.entries(next)) {
    const replaced = patchValue(inner, byUrl)
    if (replaced !== inner) next = { ...next, [key]: replaced }
  }
  return next as T
}

/** Only the fields the answer already has are replaced. */
function mergeFields(current: Record<string, unknown>, record: Patch) {
  const parts = Object.entries(record).filter(([key]) => key in current)
  return parts.every(([key, value]) => current[key] === value) ? current : { ...current, ...Object.fromEntries(parts) }
}

function isOlder({ updated_at }: Patch, current: Record<string, unknown>) {
  return updated_at !== undefined && typeof current['updated_at'] === 'string' && updated_at < current['updated_at']
}
