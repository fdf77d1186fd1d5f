import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { readKey } from '#web/query.ts'
import { ask } from '#web/reads.ts'
import { useAccount } from '#web/session.ts'
import { asInput, type Kept } from '#web/screens/contacts/contact-filters.ts'

const LIMIT = 50

/** The contacts of the list, page by page: newest first by cursor, in another order by number. */
export function useContactPages(filters: Kept) {
  const { id } = useAccount()
  const { sort } = filters
  const input = { ...asInput(filters), limit: LIMIT, ...(sort && { sort }) }
  const { data, ...query } = useInfiniteQuery({
    queryKey: readKey(id, 'search_contacts', input),
    queryFn: ({ pageParam, signal }) => {
      const place = sort ? { offset: Number(pageParam) } : { cursor: pageParam }
      return ask(id, 'search_contacts', pageParam ? { ...input, ...place } : input, signal)
    },
    initialPageParam: '',
    getNextPageParam: ({ items, next_cursor }, pages) =>
      sort && items.length === LIMIT ? String(pages.length * LIMIT) : next_cursor,
    placeholderData: keepPreviousData,
  })
  return { ...query, items: data?.pages.flatMap((page) => page.items) }
}

export type ContactPages = ReturnType<typeof useContactPages>
