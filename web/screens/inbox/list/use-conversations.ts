import { useEffect, useMemo } from 'react'
import {
  infiniteQueryOptions,
  keepPreviousData,
  useInfiniteQuery,
  useQueryClient,
  type InfiniteData,
} from '@tanstack/react-query'
import type { Conversation } from '#contract/records/conversation.ts'
import type { Input } from '#web/app/api.ts'
import { firstReads } from '#web/app/first-reads.ts'
import { readKey } from '#web/app/query.ts'
import { read } from '#web/app/batch.ts'
import { useAccount } from '#web/app/session.ts'
import type { ConversationQuery } from './folder-query.ts'

type ListInput = ConversationQuery & Pick<Input<'list_conversations'>, 'sort'>
const PAGE = firstReads.inbox.input.limit

/** Query options of a list of conversations, in pages. */
export function conversationPages(account_id: string, input: ListInput) {
  const pageInput = { ...input, limit: PAGE }
  return infiniteQueryOptions({
    queryKey: readKey(account_id, 'list_conversations', pageInput),
    queryFn: async ({ pageParam, signal }) => {
      const page = await read(
        account_id,
        'list_conversations',
        { ...pageInput, ...pageOffset(pageParam, input.sort) },
        signal,
      )
      // Lists in another order are paged by offset and do not report whether there is more.
      if (input.sort && page.items.length === PAGE) return { ...page, next_cursor: 'more' }
      return page
    },
    initialPageParam: '',
    getNextPageParam: (page, pages) => page.next_cursor && (input.sort ? countOf(pages) : page.next_cursor),
  })
}

/** The conversations of the list, as far as they have been scrolled to. */
export function useConversations(input: ListInput, enabled: boolean) {
  const { id } = useAccount()
  const options = conversationPages(id, input)
  useTrimOnLeave(options.queryKey)
  const { data, ...query } = useInfiniteQuery({
    ...options,
    placeholderData: keepPreviousData,
    enabled,
    // The live stream reports changes; refetching hundreds of pages would only delay them.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const { status, unassigned_only } = input
  const items = useMemo(
    () => data && withoutDuplicates(data.pages).filter((each) => isStillListed(each, status, unassigned_only)),
    [data, status, unassigned_only],
  )
  return { ...query, items }
}

export type ConversationPages = ReturnType<typeof useConversations>

type Pages = InfiniteData<{ items: Conversation[] }>

/** Drops the pages further down when the list is left, because it starts at the top the next time. */
function useTrimOnLeave(queryKey: readonly unknown[]) {
  const client = useQueryClient()
  const key = JSON.stringify(queryKey)
  useEffect(
    () => () => {
      const leftKey = JSON.parse(key) as unknown[]
      const updatedAt = client.getQueryState(leftKey)?.dataUpdatedAt
      client.setQueryData<Pages>(leftKey, (data) => data && firstPages(data), { ...(updatedAt && { updatedAt }) })
    },
    [client, key],
  )
}

const firstPages = ({ pages, pageParams }: Pages) => ({ pages: pages.slice(0, 2), pageParams: pageParams.slice(0, 2) })

const pageOffset = (place: string, sort: ListInput['sort']) =>
  place ? (sort ? { offset: Number(place) } : { cursor: place }) : {}

const countOf = (pages: { items: unknown[] }[]) => String(pages.reduce((sum, { items }) => sum + items.length, 0))

/** A conversation that moved up while the user scrolled is on two pages; the first occurrence counts. */
function withoutDuplicates(pages: { items: Conversation[] }[]): Conversation[] {
  const byId = new Map<string, Conversation>()
  for (const { items } of pages) for (const each of items) if (!byId.has(each.id)) byId.set(each.id, each)
  return [...byId.values()]
}

/** A conversation that was just resolved, snoozed or assigned leaves the list before the server confirms it. */
function isStillListed(
  conversation: Conversation,
  status: ConversationQuery['status'],
  unassigned_only: boolean | undefined,
): boolean {
  if (status !== undefined && status !== 'all' && conversation.status !== status) return false
  return !unassigned_only || conversation.assignee === null
}
