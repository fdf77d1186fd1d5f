import { useInfiniteQuery } from '@tanstack/react-query'
import { call, type Output } from '#web/api.ts'
import { joined } from '#web/live/refreshing.ts'
import { readKey } from '#web/query.ts'
import { useAccount } from '#web/session.ts'

export type Detail = Output<'get_conversation_detail'>

// As many as a conversation comes with.
const PAGE = 30

/** The messages of a conversation, newest first. It comes with the latest; older ones are asked for. */
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
  // Whichever was asked last knows the end of it.
  const whole = updatedAt > query.dataUpdatedAt ? joined({ items: latest, next_cursor: null }, pages) : pages
  return { ...query, messages: whole.flatMap(({ items }) => items as Detail['messages']) }
}
