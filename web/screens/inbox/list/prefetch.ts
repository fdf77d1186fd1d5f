import { useCallback, useEffect, useRef } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { Conversation } from '#contract/records/conversation.ts'
import { readKey } from '#web/query.ts'
import { ask } from '#web/reads.ts'
import { useAccount } from '#web/session.ts'

/** Reads a conversation before it is opened, so that opening it shows it at once. */
export function usePrefetch() {
  const { id } = useAccount()
  const client = useQueryClient()
  return useCallback(
    (conversation_id: string) =>
      void client.prefetchQuery({
        queryKey: readKey(id, 'get_conversation_detail', { conversation_id }),
        queryFn: ({ signal }) => ask(id, 'get_conversation_detail', { conversation_id }, signal),
      }),
    [client, id],
  )
}

// Whoever passes over rows on the way to another means none of them.
const RESTING_MILLISECONDS = 60

/** For a row: reads its conversation once the pointer rests on it. */
export function useIntent(act: (id: string) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const forget = useCallback(() => clearTimeout(timer.current), [])
  const intend = useCallback(
    (id: string) => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => act(id), RESTING_MILLISECONDS)
    },
    [act],
  )
  useEffect(() => forget, [forget])
  return { intend, forget }
}

/** Reads the conversations next to the one that is open. */
export function useNeighbours(items: readonly Conversation[], openId: string | undefined) {
  const prefetch = usePrefetch()
  const at = openId ? items.findIndex(({ id }) => id === openId) : -1
  const next = at < 0 ? undefined : items[at + 1]?.id
  const previous = at < 0 ? undefined : items[at - 1]?.id
  useEffect(() => {
    for (const each of [next, previous]) if (each) prefetch(each)
  }, [next, previous, prefetch])
}
