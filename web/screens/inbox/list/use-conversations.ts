import { useEffect, useMemo } from 'react'
import {
  infiniteQueryOptions,
  keepPreviousData,
  useInfiniteQuery,
  useQueryClient,
  type InfiniteData,
} from '@tanstack/react-query'
import type { Conversation } from '#contract/records/conversation.ts'
import type { Input } from '#web/api.ts'
import { readKey } from '#web/query.ts'
import { ask } from '#web/reads.ts'
import { useAccount } from '#web/session.ts'
import type { Asked } from './asking.ts'

type Listed = Asked & Pick<Input<'list_conversations'>, 'sort'>
const PAGE = 50

/** How a list of conversations is read, page by page. */
export function conversationPages(account_id: string, input: Listed) {
  const asked = { ...input, limit: PAGE }
  return infiniteQueryOptions({
    queryKey: readKey(account_id, 'list_conversations', asked),
    queryFn: async ({ pageParam, signal }) => {
      const page = await ask(account_id, 'list_conversations', { ...asked, ...after(pageParam, input.sort) }, signal)
      // A list in another order is numbered, and does not say itself whether there is more.
      if (input.sort && page.items.length === PAGE) return { ...page, next_cursor: 'more' }
      return page
    },
    initialPageParam: '',
    getNextPageParam: (page, pages) => page.next_cursor && (input.sort ? countOf(pages) : page.next_cursor),
  })
}

/** The conversations asked for, as far as they have been scrolled to. */
export function useConversations(input: Listed, enabled: boolean) {
  const { id } = useAccount()
  const options = conversationPages(id, input)
  useForgetting(options.queryKey)
  const { data, ...query } = useInfiniteQuery({
    ...options,
    placeholderData: keepPreviousData,
    enabled,
    // What happened meanwhile is told by the stream; asking for hundreds of pages again would only delay that.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const { status, unassigned_only } = input
  const items = useMemo(
    () => data && once(data.pages).filter((each) => belongs(each, status, unassigned_only)),
    [data, status, unassigned_only],
  )
  return { ...query, items }
}

export type ConversationPages = ReturnType<typeof useConversations>

type Pages = InfiniteData<{ items: Conversation[] }>

/** Who comes back to a list begins at its top: what was scrolled to further down is not kept, nor asked for again. */
function useForgetting(queryKey: readonly unknown[]) {
  const client = useQueryClient()
  const key = JSON.stringify(queryKey)
  useEffect(
    () => () => {
      const known = JSON.parse(key) as unknown[]
      const updatedAt = client.getQueryState(known)?.dataUpdatedAt
      client.setQueryData<Pages>(known, (data) => data && beginning(data), { ...(updatedAt && { updatedAt }) })
    },
    [client, key],
  )
}

const beginning = ({ pages, pageParams }: Pages) => ({ pages: pages.slice(0, 2), pageParams: pageParams.slice(0, 2) })

const after = (place: string, sort: Listed['sort']) =>
  place ? (sort ? { offset: Number(place) } : { cursor: place }) : {}

const countOf = (pages: { items: unknown[] }[]) => String(pages.reduce((sum, { items }) => sum + items.length, 0))

/** One that came up while somebody scrolled down stands on two pages; it is shown where it is now. */
function once(pages: { items: Conversation[] }[]): Conversation[] {
  const byId = new Map<string, Conversation>()
  for (const { items } of pages) for (const each of items) if (!byId.has(each.id)) byId.set(each.id, each)
  return [...byId.values()]
}

/** What has just been resolved, snoozed or taken leaves the list at once; the server agrees a moment later. */
function belongs(conversation: Conversation, status: Asked['status'], unassigned_only: boolean | undefined): boolean {
  if (status !== undefined && status !== 'all' && conversation.status !== status) return false
  return !unassigned_only || conversation.assignee === null
}
