import { useEffect, useRef, type RefObject } from 'react'
import { useParams } from '@tanstack/react-router'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import type { Conversation } from '#contract/records/conversation.ts'
import { useInboxWords } from '#web/screens/inbox/words.ts'
import { ConversationRow } from './conversation-row.tsx'
import { useHoverIntent, usePrefetchNeighbours, usePrefetch } from './prefetch.ts'
import type { ConversationPages } from './use-conversations.ts'
import type { Selection } from '#web/ui/selection/use-selection.ts'
import type { SwipeAction } from './swipe-row.tsx'
import { useListNavigation } from './use-list-navigation.ts'

/** Keyboard navigation of the list. */
export type ListNavigation = { move: (by: 1 | -1) => void; active: () => string | undefined }

type Props = {
  list: ConversationPages
  items: readonly Conversation[]
  selection: Selection<Conversation>
  isMixed: boolean
  timeField: 'last_activity_at' | 'created_at' | 'waiting_since'
  navigation: RefObject<ListNavigation | null>
  onSwipe: (conversation: Conversation, action: SwipeAction) => void
}

const ROW_REM = 5.5
// The next page is fetched this many rows before the end.
const AHEAD = 20

/** The virtualised list of conversations. */
export function ConversationList({ list, items, selection, isMixed, timeField, navigation, onSwipe }: Props) {
  const { list: words } = useInboxWords()
  const { conversation_id: openId } = useParams({ strict: false })
  const scroller = useRef<HTMLDivElement>(null)
  const place = useRef(-1)
  const height = useRowHeight()

  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    getItemKey: (index) => items[index]?.id ?? index,
    overscan: 4,
    // The rows that will fit are rendered at once, in slices; measured first, all would be rendered in one task.
    initialRect: { width: 0, height: 0.75 * window.innerHeight },
    // The active row stays rendered, or focus would be lost with it.
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range)
      const at = place.current
      return at < 0 || at >= items.length || shown.includes(at) ? shown : [...shown, at].toSorted((a, b) => a - b)
    },
  })
  const reveal = (index: number) => {
    const top = rows.scrollOffset ?? 0
    const isInSight = index * height >= top && (index + 1) * height <= top + (rows.scrollRect?.height ?? 0)
    if (!isInSight) rows.scrollToIndex(index)
  }
  const { at, active, setActive, move, keys } = useListNavigation({ items, reveal })
  place.current = at
  navigation.current = { move, active: () => active }

  const { hover, cancel } = useHoverIntent(usePrefetch())
  usePrefetchNeighbours(items, openId)

  const shown = rows.getVirtualItems()
  const last = shown.at(-1)?.index ?? 0
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list
  const wantsMore = hasNextPage && !isFetching && !isFetchNextPageError && last >= items.length - AHEAD
  useEffect(() => {
    if (wantsMore) void fetchNextPage({ cancelRefetch: false })
    // A change may cancel the request before anything is rendered, so scrolling on repeats it.
  }, [wantsMore, last, fetchNextPage])

  return (
    <div
      ref={scroller}
      data-list
      onKeyDown={keys}
      onPointerLeave={cancel}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain lg:pb-20"
    >
      <ul
        aria-label={words.title}
        aria-busy={list.isPlaceholderData}
        style={{ height: rows.getTotalSize() }}
        className="relative transition-opacity aria-busy:opacity-50"
      >
        {shown.map(({ key, index, start }) => {
          const conversation = items[index]!
          const { id } = conversation
          return (
            <li
              key={key}
              aria-posinset={index + 1}
              aria-setsize={hasNextPage ? -1 : items.length}
              style={{ height, translate: `0 ${start}px` }}
              className="absolute inset-x-0 top-0"
            >
              <ConversationRow
                conversation={conversation}
                isOpen={id === openId}
                isSelected={selection.ids.has(id)}
                isSelecting={selection.selected.length > 0}
                isActive={active ? id === active : index === 0}
                isMixed={isMixed}
                timeField={timeField}
                onToggle={selection.toggle}
                onActivate={setActive}
                onHover={hover}
                onSwipe={onSwipe}
              />
            </li>
          )
        })}
      </ul>
      {isFetchNextPageError && (
        <button
          type="button"
          onClick={() => void fetchNextPage()}
          className="block w-full py-4 text-sm text-accent-text underline"
        >
          {words.moreFailed}
        </button>
      )}
    </div>
  )
}

/** The row height follows the font size the user has chosen. */
function useRowHeight() {
  const height = useRef(0)
  height.current ||= ROW_REM * (parseFloat(getComputedStyle(document.documentElement).fontSize) || 16)
  return height.current
}
