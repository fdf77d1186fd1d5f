import type { Permission } from '#contract/permissions.ts'

/*
 * On the public routes of an `api` inbox, a customer's source_id can be all they need to act as themselves. Records show
 * it only to callers who may send messages, which they could do in the customer's conversation anyway.
 */

export type SourceIdViewer = { permissions: ReadonlySet<Permission> }

export function mayShowSourceIds({ permissions }: SourceIdViewer): boolean {
  return permissions.has('messages:send')
}

/** The records as this viewer may see them: without the source_id of customers in `api` inboxes, unless they may send. */
export function hideSourceIds<T>(viewer: SourceIdViewer, records: T): T {
  return mayShowSourceIds(viewer) ? records : (hide(records) as T)
}

/** The same value where there is nothing to hide, so that an event is not copied for every viewer. */
function hide(value: unknown): unknown {
  if (value instanceof Map) return new Map([...value].map(([key, each]) => [key, hide(each)]))
  if (Array.isArray(value)) {
    const items = value.map(hide)
    return items.some((item, i) => item !== value[i]) ? items : value
  }
  if (typeof value !== 'object' || value === null) return value
  const hidden = Object.entries(value).flatMap(([name, each]) => {
    const shown = isCredential(value, name, each) ? null : hide(each)
    return shown === each ? [] : [[name, shown]]
  })
  return hidden.length > 0 ? { ...value, ...(Object.fromEntries(hidden) as object) } : value
}

function isCredential(record: { channel?: unknown }, name: string, value: unknown): boolean {
  if (name === 'source_id') return record.channel === 'api'
  // The external_id of a customer's own message contains their source_id.
  return name === 'external_id' && typeof value === 'string' && value.startsWith('chat:')
}
