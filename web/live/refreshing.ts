import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query'
import type { Said } from './stream.ts'

/**
 * Which answers an event makes stale is read from names, as the specification gives them: an operation that speaks of
 * the noun of the event or of a record it carries, except about another record of that kind.
 */
export function concerns({ name, payload }: Said, queryKey: readonly unknown[]): boolean {
  const [, operation, input] = queryKey
  if (typeof operation !== 'string' || addsUp.test(operation)) return false
  const nouns = [name.split('.')[0]!, ...Object.keys(payload)].filter((noun) => !aside.has(noun))
  return nouns.some((noun) => speaksOf(operation, noun)) && !isOfAnother(payload, input)
}

// Figures over many days are asked for when somebody looks, not with every message.
const addsUp = /report|analyze/

const aside = new Set(['changes', 'actor'])

function speaksOf(operation: string, noun: string) {
  return [noun, ...(also[noun] ?? [])].some((word) => operation.includes(word.replace(/y$/, '')))
}

/** What an operation speaks of without naming it. */
const also: Record<string, string[]> = {
  message: ['conversation', 'get_contact'],
  conversation: ['get_contact'],
  lead: ['board', 'bin', 'agenda', 'activities', 'get_contact'],
  opportunity: ['board', 'bin', 'agenda', 'activities', 'get_contact'],
  activity: ['agenda', 'get_lead', 'get_opportunity', 'get_contact_timeline'],
  pipeline: ['board', 'stage'],
  label: ['contact', 'conversation'],
}

function isOfAnother(payload: Record<string, unknown>, input: unknown) {
  const asked = (input ?? {}) as Record<string, unknown>
  return Object.entries(payload).some(([kind, record]) => {
    const wanted = asked[`${kind}_id`]
    return (
      (wanted !== undefined && wanted !== (record as { id?: unknown } | null)?.id) ||
      isOfAnotherContact(record, payload['changes'], asked['contact_id'])
    )
  })
}

/** What belongs to one contact says nothing of another, unless it has just changed hands. */
function isOfAnotherContact(record: unknown, changes: unknown, wanted: unknown) {
  const contact = (record as { contact?: { id?: unknown } | null } | null)?.contact
  if (wanted === undefined || !contact || 'contact' in ((changes ?? {}) as object)) return false
  return contact.id !== wanted
}

type Pages = InfiniteData<{ items: { id: string }[]; next_cursor: string | null }>

/** Asks again. Of a list somebody has scrolled far into, only the beginning is. */
export async function refresh(client: QueryClient, query: Query) {
  const pages = (query.state.data as Pages | undefined)?.pages
  if (!pages || pages.length < 3 || !query.isActive())
    return client.invalidateQueries({ queryKey: query.queryKey, exact: true })
  const ask = query.options.queryFn as (context: object) => Promise<Pages['pages'][number]>
  const head = await ask({ pageParam: '', signal: undefined })
  client.setQueryData<Pages>(query.queryKey, (data) => data && { ...data, pages: joined(head, data.pages) })
}

/** The new beginning, and after it what stood after its end before. */
export function joined(head: Pages['pages'][number], pages: Pages['pages']): Pages['pages'] {
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
