import { queryClient } from '#web/app/query.ts'
import { flush } from '#web/app/batch.ts'
import type { ConversationFilters } from '#web/screens/inbox/conversation-filters.ts'
import { listQuery } from './folder-query.ts'
import { conversationPages } from './use-conversations.ts'

/**
 * Requests the list before it is rendered; resolves when it is known or failed. A view's order is not known yet, and only
 * a search for people has a list.
 */
export async function prefetchList(account_id: string, me: string, filters: ConversationFilters): Promise<void> {
  if (filters.view || (filters.q && filters.in !== 'people')) return
  const fetched = queryClient.prefetchInfiniteQuery(conversationPages(account_id, listQuery(filters, me).input))
  flush(account_id)
  await fetched
}
