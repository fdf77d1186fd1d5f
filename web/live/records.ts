import type { QueryClient } from '@tanstack/react-query'

/** A record, or what changed of it. Its `url` says which one it is, wherever it stands. */
export type Patch = { url: string; updated_at?: string }

/** Puts changed records wherever they are shown, without asking for them again. */
export function fileRecords(client: QueryClient, account_id: string, records: readonly Patch[]) {
  if (records.length === 0) return
  const byUrl = new Map(records.map((record) => [record.url, record]))
  for (const query of client.getQueryCache().findAll({ queryKey: [account_id] })) {
    const { data, dataUpdatedAt, isInvalidated } = query.state as { data: unknown } & typeof query.state
    const next = replace(data, byUrl)
    if (next === data) continue
    // What is written counts as asked just now; what was stale, or to be asked again, still is.
    client.setQueryData(query.queryKey, next, { updatedAt: dataUpdatedAt })
    if (isInvalidated) query.invalidate()
  }
}

/** Whether an answer shows one of these records otherwise. */
export function isShownIn(data: unknown, records: readonly Patch[]): boolean {
  return replace(data, new Map(records.map((record) => [record.url, record]))) !== data
}

/** The same answer with these records in place of what was known of them; the very same object where none is in it. */
export function replace<T>(value: T, byUrl: ReadonlyMap<string, Patch>): T {
  if (Array.isArray(value)) {
    let changed = false
    const next = value.map((each: unknown) => {
      const replaced = replace(each, byUrl)
      changed ||= replaced !== each
      return replaced
    })
    return changed ? (next as T) : value
  }
  if (value === null || typeof value !== 'object') return value
  const known = value as Record<string, unknown>
  const record = typeof known['url'] === 'string' ? byUrl.get(known['url']) : undefined
  let next = record && !isOlder(record, known) ? merged(known, record) : known
  for (const [key, inner] of Object.entries(next)) {
    const replaced = replace(inner, byUrl)
    if (replaced !== inner) next = { ...next, [key]: replaced }
  }
  return next as T
}

/** A record is often shown in part: only what is shown is replaced. */
function merged(known: Record<string, unknown>, record: Patch) {
  const parts = Object.entries(record).filter(([key]) => key in known)
  return parts.every(([key, value]) => known[key] === value) ? known : { ...known, ...Object.fromEntries(parts) }
}

function isOlder({ updated_at }: Patch, known: Record<string, unknown>) {
  return updated_at !== undefined && typeof known['updated_at'] === 'string' && updated_at < known['updated_at']
}
