import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { readKey } from '#web/app/query.ts'
import { read } from '#web/app/batch.ts'
import { useAccount } from '#web/app/session.ts'
import { toInput, type ContactFilters } from '#web/screens/contacts/contact-filters.ts'

const LIMIT = 50

/** Orders with an index; the server pages the others by offset. */
const cursorSorts: ReadonlySet<string | undefined> = new Set([undefined, 'name', '-name', 'created_at', '-created_at'])

/** The contacts of the list in pages, by cursor or by offset. */
export function useContactPages(filters: ContactFilters) {
  const { id } = useAccount()
  const { sort } = filters
  const byOffset = !cursorSorts.has(sort)
  const input = { ...toInput(filters), limit: LIMIT, ...(sort && { sort }) }
  const { data, ...query } = useInfiniteQuery({
    queryKey: readKey(id, 'search_contacts', input),
    queryFn: ({ pageParam, signal }) => {
      const place = byOffset ? { offset: Number(pageParam) } : { cursor: pageParam }
      return read(id, 'search_contacts', pageParam ? { ...input, ...place } : input, signal)
    },
    initialPageParam: '',
    getNextPageParam: ({ items, next_cursor }, pages) =>
      byOffset && items.length === LIMIT ? String(pages.length * LIMIT) : next_cursor,
    placeholderData: keepPreviousData,
  })
  return { ...query, items: data?.pages.flatMap((page) => page.items) }
}

export type ContactPages = ReturnType<typeof useContactPages>
