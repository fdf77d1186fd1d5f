import { useCallback, useEffect, useRef } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { Conversation } from '#contract/records/conversation.ts'
import { prefetchPages, readKey } from '#web/app/query.ts'
import { read } from '#web/app/batch.ts'
import { useAccount } from '#web/app/session.ts'
import { historyInput } from '#web/screens/inbox/thread/use-history.ts'

/** Loads a conversation before it is opened, so that it shows at once. */
export function usePrefetch() {
  const { id } = useAccount()
  const client = useQueryClient()
  return useCallback(
    (conversation_id: string) => {
      void client.prefetchQuery({
        queryKey: readKey(id, 'get_conversation_detail', { conversation_id }),
        queryFn: ({ signal }) => read(id, 'get_conversation_detail', { conversation_id }, signal),
      })
      void prefetchPages(id, 'list_conversation_changes', historyInput(conversation_id))
    },
    [client, id],
  )
}

// Rows the pointer only passes over are not prefetched.
const HOVER_MILLISECONDS = 60

/** Calls `act` once the pointer rests on a row. */
export function useHoverIntent(act: (id: string) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const cancel = useCallback(() => clearTimeout(timer.current), [])
  const hover = useCallback(
    (id: string) => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => act(id), HOVER_MILLISECONDS)
    },
    [act],
  )
  useEffect(() => cancel, [cancel])
  return { hover, cancel }
}

/** Loads the conversations next to the open one. */
export function usePrefetchNeighbours(items: readonly Conversation[], openId: string | undefined) {
  const prefetch = usePrefetch()
  const at = openId ? items.findIndex(({ id }) => id === openId) : -1
  const next = at < 0 ? undefined : items[at + 1]?.id
  const previous = at < 0 ? undefined : items[at - 1]?.id
  useEffect(() => {
    for (const each of [next, previous]) if (each) prefetch(each)
  }, [next, previous, prefetch])
}
