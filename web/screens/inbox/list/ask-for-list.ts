import { queryClient } from '#web/query.ts'
import { send } from '#web/reads.ts'
import type { Kept } from '#web/screens/inbox/conversation-filters.ts'
import { askedOf } from './asking.ts'
import { conversationPages } from './use-conversations.ts'

/** Asks for the list before it is drawn. The order of a view is not known yet, and a search for messages has no list. */
export function askForList(account_id: string, me: string, filters: Kept) {
  if (filters.view || filters.in === 'messages') return
  void queryClient.prefetchInfiniteQuery(conversationPages(account_id, askedOf(filters, me).input))
  send(account_id)
}
