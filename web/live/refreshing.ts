import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query'
import { readSubjects } from '#contract/read-subjects.ts'
import type { LiveEvent } from './stream.ts'

/** Whether an event makes this answer stale: the read shows one of its records, and was not about another one. */
export function isAffectedBy({ name, payload }: LiveEvent, queryKey: readonly unknown[]): boolean {
  const [, operation, input] = queryKey
  const subjects = readSubjects[operation as keyof typeof readSubjects] as readonly string[] | undefined
  const nouns = [name.split('.')[0]!, ...Object.keys(payload)]
  return nouns.some((noun) => subjects?.includes(noun)) && !isOfAnother(payload, input)
}

function isOfAnother(payload: Record<string, unknown>, input: unknown) {
  const filters = (input ?? {}) as Record<string, unknown>
  return Object.entries(payload).some(([kind, record]) => {
    const wanted = filters[`${kind}_id`]
    return (
      (wanted !== undefined && wanted !== (record as { id?: unknown } | null)?.id) ||
      isOfAnotherContact(record, payload['changes'], filters['contact_id'])
    )
  })
}

/** Whether the record belongs to another contact, and has not just moved from this one. */
function isOfAnotherContact(record: unknown, changes: unknown, wanted: unknown) {
  const contact = (record as { contact?: { id?: unknown } | null } | null)?.contact
  if (wanted === undefined || !contact || 'contact' in ((changes ?? {}) as object)) return false
  return contact.id !== wanted
}

type Pages = InfiniteData<{ items: { id: string }[]; next_cursor: string | null }>

/** Reads the answer again. Of a list that was scrolled far, only the first page is read. */
export async function refresh(client: QueryClient, query: Query) {
  const pages = (query.state.data as Pages | undefined)?.pages
  if (!pages || pages.length < 3 || !query.isActive())
    return client.invalidateQueries({ queryKey: query.queryKey, exact: true })
  const ask = query.options.queryFn as (context: object) => Promise<Pages['pages'][number]>
  const head = await ask({ pageParam: '', signal: undefined })
  client.setQueryData<Pages>(query.queryKey, (data) => data && { ...data, pages: mergeFirstPage(head, data.pages) })
}

/** The new first page, followed by the rows that came after it before. */
export function mergeFirstPage(head: Pages['pages'][number], pages: Pages['pages']): Pages['pages'] {
  const now = new Set(head.items.map(({ id }) => id))
  const [first, ...rest] = pages
  const items = first?.items ?? []
  const known = items.findLastIndex(({ id }) => now.has(id))
  const others = ({ id }: { id: string }) => !now.has(id)
  const pushed = known < 0 ? items : items.slice(known + 1)
  return [
    { items: [...head.items, ...pushed.filter(others)], next_cursor: first?.next_cursor ?? null },
    ...rest.map((page) => ({ ...page, items: page.items.filter(others) })),
  ]
}
