import { useNavigate } from '@tanstack/react-router'
import { useQueryClient, type InfiniteData } from '@tanstack/react-query'
import type { Conversation } from '#contract/records/conversation.ts'
import type { Output } from '#web/api.ts'
import { readKey } from '#web/query.ts'
import { useAccount } from '#web/session.ts'

export type Neighbours = { previous: (() => void) | undefined; next: (() => void) | undefined }

/** The conversations that stand before and after this one in the list that is open. */
export function useNeighbours(conversation_id: string): Neighbours {
  const { id: account_id } = useAccount()
  const navigate = useNavigate()
  const list = useLists().find((items) => items.some(({ id }) => id === conversation_id)) ?? []
  const at = list.findIndex(({ id }) => id === conversation_id)
  const open = (conversation: Conversation | undefined) =>
    conversation &&
    (() =>
      void navigate({
        to: '/app/$account_id/conversations/$conversation_id',
        params: { account_id, conversation_id: conversation.id },
        search: true,
      }))
  return { previous: open(list[at - 1]), next: at < 0 ? undefined : open(list[at + 1]) }
}

/** A list already knows most of a conversation, so it opens without waiting. */
export function useListed(conversation_id: string): Conversation | undefined {
  return useLists()
    .flat()
    .find(({ id }) => id === conversation_id)
}

/** The lists of conversations that were read; the one on the screen first. */
function useLists(): Conversation[][] {
  const { id } = useAccount()
  return useQueryClient()
    .getQueryCache()
    .findAll({ queryKey: readKey(id, 'list_conversations') })
    .toSorted((a, b) => Number(b.isActive()) - Number(a.isActive()))
    .map(({ state }) => itemsOf(state.data as Listed | undefined))
}

type Page = Output<'list_conversations'>
type Listed = Page | InfiniteData<Page>

function itemsOf(data: Listed | undefined): Conversation[] {
  if (!data) return []
  return 'pages' in data ? data.pages.flatMap(({ items }) => items) : data.items
}
