import { useNavigate, useRouter } from '@tanstack/react-router'
import { useQueryClient, type InfiniteData } from '@tanstack/react-query'
import type { Conversation } from '#contract/records/conversation.ts'
import type { Output } from '#web/app/api.ts'
import { readKey } from '#web/app/query.ts'
import { useAccount } from '#web/app/session.ts'
import { afterDone } from '#web/features/conversations/preferences.ts'
import { fromList, replacesList, useBackToList } from './use-back-to-list.ts'

export type Neighbours = {
  previous: (() => void) | undefined
  next: (() => void) | undefined
  /** The conversation itself is in the list. */
  isListed: boolean
}

/** The conversations before and after this one in the open list, without those that were done meanwhile. */
export function useNeighbours({ id: conversation_id, status }: Conversation): Neighbours {
  const open = useOpenConversation()
  const listed = useCachedLists().find((items) => items.some(({ id }) => id === conversation_id)) ?? []
  const list = listed.filter((each) => each.id === conversation_id || each.status === status || each.status === 'open')
  const at = list.findIndex(({ id }) => id === conversation_id)
  const opens = (conversation: Conversation | undefined) => conversation && (() => open(conversation.id))
  return { previous: opens(list[at - 1]), next: at < 0 ? undefined : opens(list[at + 1]), isListed: at >= 0 }
}

/**
 * Moves on from a conversation that is done, if the user prefers so: to the next one of the list, else to the one before,
 * else to the list. Returns the way back, for undo; undefined if it stays.
 */
export function useMoveOn(
  { id: conversation_id }: Conversation,
  { previous, next, isListed }: Neighbours,
): () => (() => void) | undefined {
  const open = useOpenConversation()
  const toList = useBackToList()
  return () => {
    if (afterDone.get() === 'stay' || !isListed) return undefined
    ;(next ?? previous ?? toList)()
    return () => open(conversation_id)
  }
}

export function useOpenConversation() {
  const { id: account_id } = useAccount()
  const navigate = useNavigate()
  const isOneOpen = useIsOneOpen()
  return (conversation_id: string) =>
    void navigate({
      to,
      params: { account_id, conversation_id },
      search: true,
      ...historyEntry(isOneOpen()),
    })
}

const to = '/app/$account_id/conversations/$conversation_id'

/**
 * Whether a conversation is open or being opened. It is read when needed: a component that follows the address would
 * render twice more whenever another conversation is opened.
 */
export function useIsOneOpen(): () => boolean {
  const router = useRouter()
  return () => /\/conversations\/\d+$/.test(router.latestLocation.pathname)
}

/** Where a conversation takes the place of the list, one that follows another takes its place in the history. */
const historyEntry = (isOneOpen: boolean) =>
  !replacesList() ? {} : isOneOpen ? { replace: true, state: true as const } : { state: fromList }

/** The list has most of the conversation already, so it opens without waiting. */
export function useListedConversation(conversation_id: string): Conversation | undefined {
  return useCachedLists()
    .flat()
    .find(({ id }) => id === conversation_id)
}

/** The cached lists of conversations, the visible one first. */
function useCachedLists(): Conversation[][] {
  const { id } = useAccount()
  return useQueryClient()
    .getQueryCache()
    .findAll({ queryKey: readKey(id, 'list_conversations') })
    .toSorted((a, b) => Number(b.isActive()) - Number(a.isActive()))
    .map(({ state }) => itemsOf(state.data as CachedList | undefined))
}

type Page = Output<'list_conversations'>
type CachedList = Page | InfiniteData<Page>

function itemsOf(data: CachedList | undefined): Conversation[] {
  if (!data) return []
  return 'pages' in data ? data.pages.flatMap(({ items }) => items) : data.items
}
