import { useDeferredValue, useRef, useState } from 'react'
import type { Conversation } from '#contract/records/conversation.ts'
import { BulkBar } from '#web/screens/inbox/bulk/bulk-bar.tsx'
import { useBulk } from '#web/screens/inbox/bulk/use-bulk.ts'
import {
  clearFilters,
  isFiltered,
  type ConversationFilters,
  type Sort,
} from '#web/screens/inbox/conversation-filters.ts'
import { currentFolder } from '#web/screens/inbox/folders/current-folder.ts'
import { useCount } from '#web/features/conversations/use-count.ts'
import { useViews } from '#web/screens/inbox/views/use-views.ts'
import { useInboxWords } from '#web/screens/inbox/words.ts'
import { lazyComponent } from '#web/ui/lazy.tsx'
import { useSession } from '#web/app/session.ts'
import { listQuery, filterQuery } from './folder-query.ts'
import { ConversationList, type ListNavigation } from './conversation-list.tsx'
import { FilterChips } from '#web/screens/inbox/list/filters/filter-chips.tsx'
import { nameOf, useNames } from './filters/use-names.ts'
import { ListHeader } from './list-header.tsx'
import { Failed, Loading, Nothing } from './list-states.tsx'
import { BestResults } from './best-results.tsx'
import { MessageResults } from './message-results.tsx'
import { Search } from './search.tsx'
import { useConversations } from './use-conversations.ts'
import { useListCommands } from './use-list-commands.ts'
import { useSelection, type Selection } from '#web/ui/selection/use-selection.ts'
import type { SwipeAction } from './swipe-row.tsx'
import { useSwipes } from './use-swipes.ts'

const SaveCurrentView = lazyComponent(
  async () => (await import('#web/screens/inbox/views/save-current-view.tsx')).SaveCurrentView,
)
const NewConversation = lazyComponent(
  async () => (await import('#web/features/conversations/new-conversation.tsx')).NewConversation,
)

type Props = {
  filters: ConversationFilters
  onChange: (filters: ConversationFilters) => void
  onShowFolders: (() => void) | undefined
}

const SnoozeDialog = lazyComponent(
  async () => (await import('#web/screens/inbox/snooze/snooze-dialog.tsx')).SnoozeDialog,
)

const none: never[] = []

/** The list for the current URL, with search, filters and bulk actions. */
export function ListPane({ filters, onChange, onShowFolders }: Props) {
  const { user } = useSession()
  const viewSort = useViews().find(({ id }) => id === filters.view)?.sort as Sort | null | undefined
  const { defaultSort, input } = listQuery(filters, user.id, viewSort)
  // A search shows the best of people and messages, unless one of them is asked for.
  const scope = filters.q ? (filters.in ?? 'all') : 'people'
  const isList = scope === 'people'
  const list = useConversations(input, isList)
  const items = list.items ?? none
  const count = useCount(filterQuery(filters, user.id), isList)
  const selection = useSelection(items, JSON.stringify(filters))
  const bulk = useBulk(selection)
  const swipes = useSwipes(bulk)
  const [dialog, open] = useState<'filters' | 'new' | 'save'>()
  const close = () => open(undefined)
  const navigation = useRef<ListNavigation>(null)
  const search = useRef<HTMLInputElement>(null)
  const change = (part: Partial<ConversationFilters>) => onChange({ ...filters, ...part })
  const clear = () => onChange(clearFilters(filters))
  const title = useListTitle(filters)
  useListCommands({ navigation, search, items, selection, onOpen: open })

  return (
    <>
      {selection.selected.length > 0 || bulk.progress ? (
        <BulkBar selection={selection} bulk={bulk} all={items} />
      ) : (
        <ListHeader
          title={title}
          count={isList ? count?.all : undefined}
          filters={filters}
          defaultSort={isList ? defaultSort : undefined}
          isFiltering={dialog === 'filters'}
          onFiltering={(isOpen) => open(isOpen ? 'filters' : undefined)}
          onChange={change}
          onNew={() => open('new')}
          onShowFolders={onShowFolders}
        />
      )}
      <Search filters={filters} onChange={change} searchRef={search} scope={scope} />
      <FilterChips filters={filters} onChange={onChange} onSave={() => open('save')} />
      <div className="flex min-h-0 flex-1 flex-col border-t border-line">
        {scope === 'all' && <BestResults filters={filters} onClear={clear} onNew={() => open('new')} />}
        {scope === 'messages' && <MessageResults filters={filters} onClear={clear} onNew={() => open('new')} />}
        {isList && (
          <Rows
            {...{ list, filters, selection, navigation, clear }}
            onSwipe={swipes.onSwipe}
            sort={input.sort ?? defaultSort}
            onNew={() => open('new')}
          />
        )}
      </div>
      {dialog === 'save' && <SaveCurrentView open onClose={close} filters={filters} />}
      {dialog === 'new' && <NewConversation open onClose={close} />}
      {swipes.snoozing && <SnoozeDialog {...swipes.snoozing} />}
    </>
  )
}

type RowsProps = {
  list: ReturnType<typeof useConversations>
  filters: ConversationFilters
  selection: Selection<Conversation>
  navigation: React.RefObject<ListNavigation | null>
  sort: Sort
  clear: () => void
  onNew: () => void
  onSwipe: (conversation: Conversation, action: SwipeAction) => void
}

/** The list, or its loading, error or empty state. */
function Rows({ list, filters, selection, navigation, sort, clear, onNew, onSwipe }: RowsProps) {
  const { list: words } = useInboxWords()
  const { error, isPlaceholderData } = list
  const items = useDeferredValue(list.items)
  const isNarrowed = isFiltered(filters) || Boolean(filters.q)
  const { status, folder, view, q } = filters
  const isMixed = status === 'all' || (!status && Boolean(view || q || folder === 'waiting' || folder === 'following'))
  if (!items && error)
    return <Failed error={error} onRetry={() => void list.refetch()} {...(isNarrowed && { onClear: clear })} />
  if (!items) return <Loading />
  return (
    <>
      <p role="status" className="sr-only">
        {!isPlaceholderData && words.shown(items.length, list.hasNextPage)}
      </p>
      {items.length === 0 && !list.hasNextPage ? (
        <Nothing filters={filters} onClear={clear} onNew={onNew} />
      ) : (
        <ConversationList
          key={JSON.stringify({ ...filters, q: undefined })}
          list={list}
          items={items}
          selection={selection}
          isMixed={isMixed}
          timeField={sort.includes('created_at') ? 'created_at' : sort === 'waiting_since' ? sort : 'last_activity_at'}
          navigation={navigation}
          onSwipe={onSwipe}
        />
      )}
    </>
  )
}

/** The name of the folder or view; or of the inbox, team or label the list is limited to. */
function useListTitle(filters: ConversationFilters): string {
  const words = useInboxWords()
  const views = useViews()
  const { inboxes, teams } = useNames()
  const { view, folder, inbox, team, label } = currentFolder(filters)
  if (filters.q) return words.search.title
  if (view) return views.find(({ id }) => id === view)?.name ?? words.views.one
  if (inbox) return nameOf(inboxes, inbox)
  if (team) return team === 'none' ? words.filters.noTeam : nameOf(teams, team)
  return label?.join(', ') ?? words.folders.names[folder ?? 'open']
}
