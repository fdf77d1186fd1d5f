import { useInfiniteQuery } from '@tanstack/react-query'
import { call, type Output } from '#web/app/api.ts'
import { mergeFirstPage } from '#web/live/refreshing.ts'
import { readKey } from '#web/app/query.ts'
import { useAccount } from '#web/app/session.ts'

export type Detail = Output<'get_conversation_detail'>

// The number of messages that a conversation is loaded with.
const PAGE = 30

/** The messages of a conversation, newest first. The latest come with it; older ones are loaded in pages. */
export function useMessages({ id: conversation_id, messages: latest }: Detail, updatedAt: number) {
  const { id } = useAccount()
  const query = useInfiniteQuery({
    queryKey: readKey(id, 'get_conversation_messages', { conversation_id }),
    queryFn: ({ pageParam, signal }) =>
      call(
        id,
        'get_conversation_messages',
        { conversation_id, limit: PAGE, ...(pageParam && { before_id: pageParam }) },
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: ({ items }) => (items.length < PAGE ? undefined : items.at(-1)!.id),
    initialData: { pages: [{ items: latest, next_cursor: null }], pageParams: [''] },
    initialDataUpdatedAt: updatedAt,
  })
  const { pages } = query.data
  // The most recent response has the latest messages.
  const current = updatedAt > query.dataUpdatedAt ? mergeFirstPage({ items: latest, next_cursor: null }, pages) : pages
  return { ...query, messages: current.flatMap(({ items }) => items as Detail['messages']) }
}
