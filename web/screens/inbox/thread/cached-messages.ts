import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Message } from '#contract/records/conversation.ts'
import type { Output } from '#web/app/api.ts'
import { readKey } from '#web/app/query.ts'

type Pages = InfiniteData<Output<'get_conversation_messages'>>

/** Replaces a changed message in the cached thread, on any page. */
export function patchMessage(client: QueryClient, account_id: string, message: Message) {
  const { conversation_id } = message
  client.setQueryData<Output<'get_conversation_detail'>>(
    readKey(account_id, 'get_conversation_detail', { conversation_id }),
    (detail) => detail && { ...detail, messages: replaceMessage(detail.messages, message) },
  )
  client.setQueryData<Pages>(
    readKey(account_id, 'get_conversation_messages', { conversation_id }),
    (data) =>
      data && { ...data, pages: data.pages.map((page) => ({ ...page, items: replaceMessage(page.items, message) })) },
  )
}

/** The messages of the cached thread, newest first. */
export function cachedMessages(client: QueryClient, account_id: string, conversation_id: string): Message[] {
  const data = client.getQueryData<Pages>(readKey(account_id, 'get_conversation_messages', { conversation_id }))
  return data?.pages.flatMap(({ items }) => items as Message[]) ?? []
}

const replaceMessage = (messages: readonly Message[], message: Message) =>
  messages.map((each) => (each.id === message.id ? message : each))
