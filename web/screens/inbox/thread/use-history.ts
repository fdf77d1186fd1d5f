import { useEffect, useMemo } from 'react'
import type { ConversationActivity } from '#contract/records/conversation-activity.ts'
import { usePages } from '#web/app/query.ts'

const none: ConversationActivity[] = []

export const historyInput = (conversation_id: string) => ({ conversation_id, limit: 100 })

/** The changes of a conversation since this moment, that of the oldest message shown; oldest first. */
export function useHistory(conversation_id: string, since: string | undefined): ConversationActivity[] {
  const pages = usePages('list_conversation_changes', historyInput(conversation_id))
  const { items = none, hasNextPage, isFetching, fetchNextPage } = pages
  const last = items.at(-1)?.created_at
  const wantsMore = hasNextPage && !isFetching && last !== undefined && since !== undefined && last >= since
  useEffect(() => {
    if (wantsMore) void fetchNextPage()
  }, [wantsMore, fetchNextPage])
  return useMemo(() => items.filter(({ created_at }) => !since || created_at >= since).toReversed(), [items, since])
}
