import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Message } from '#contract/records/conversation.ts'
import type { Output } from '#web/api.ts'
import { readKey } from '#web/query.ts'

/** Shows a changed message in its place, however far up it stands. */
export function fileMessage(client: QueryClient, account_id: string, message: Message) {
  const { conversation_id } = message
  client.setQueryData<Output<'get_conversation_detail'>>(
    readKey(account_id, 'get_conversation_detail', { conversation_id }),
    (detail) => detail && { ...detail, messages: replaced(detail.messages, message) },
  )
  client.setQueryData<InfiniteData<Output<'get_conversation_messages'>>>(
    readKey(account_id, 'get_conversation_messages', { conversation_id }),
    (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, items: replaced(page.items, message) })) },
  )
}

const replaced = (messages: readonly Message[], message: Message) =>
  messages.map((each) => (each.id === message.id ? message : each))
