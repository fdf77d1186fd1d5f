import { useDeferredValue, useRef, useState } from 'react'
import { BulkBar } from '#web/screens/inbox/bulk/bulk-bar.tsx'
import { useBulk } from '#web/screens/inbox/bulk/use-bulk.ts'
import { cleared, isFiltered, type Kept, type Sort } from '#web/screens/inbox/conversation-filters.ts'
import { placeOf } from '#web/screens/inbox/folders/is-here.ts'
import { useCount } from '#web/screens/inbox/folders/use-count.ts'
import { useViews } from '#web/screens/inbox/views/views.ts'
import { useInboxWords } from '#web/screens/inbox/words.ts'
import { later } from '#web/ui/later.tsx'
import { useSession } from '#web/session.ts'
import { askedOf, asInput } from './asking.ts'
import { ConversationList, type Walk } from './conversation-list.tsx'
import { Chips } from './filters/chips.tsx'
import { nameOf, useNames } from './filters/use-names.ts'
import { ListHeader } from './list-header.tsx'
import { Failed, Loading, Nothing } from './list-states.tsx'
import { MessageResults } from './message-results.tsx'
import { Search } from './search.tsx'
import { useConversations } from './use-conversations.ts'
import { useListCommands } from './use-list-commands.ts'
import { useSelection } from './use-selection.ts'

const SaveView = later(async () => (await import('#web/screens/inbox/views/save-view.tsx')).SaveView)
const NewConversation = later(async () => (await import('#web/screens/inbox/new/new-conversation.tsx')).NewConversation)

type Props = {
  filters: Kept
  onChange: (filters: Kept) => void
  onShowFolders: (() => void) | undefined
}

const none: never[] = []

/** The list of what the address asks for, with its search, its filters, and what is done with those selected. */
export function ListPane({ filters, onChange, onShowFolders }: Props) {
  const { user } = useSession()
  const ofView = useViews().find(({ id }) => id === filters.view)?.sort as Sort | null | undefined
  const { usualSort, input } = askedOf(filters, user.id, ofView)
  const isMessages = Boolean(filters.q) && filters.in === 'messages'
  const list = useConversations(input, !isMessages)
  const items = list.items ?? none
  const count = useCount(asInput(filters, user.id), !isMessages)
  const selection = useSelection(items, JSON.stringify(filters))
  const bulk = useBulk(selection)
  const [window, open] = useState<'filters' | 'new' | 'save'>()
  const close = () => open(undefined)
  const walk = useRef<Walk>(null)
  const search = useRef<HTMLInputElement>(null)
  const change = (part: Partial<Kept>) => onChange({ ...filters, ...part })
  const clear = () => onChange(cleared(filters))
  const title = useTitleOf(filters)
  useListCommands({ walk, search, items, selection, onOpen: open })

  return (
    <>
      {selection.selected.length > 0 || bulk.progress ? (
        <BulkBar selection={selection} bulk={bulk} all={items} />
      ) : (
        <ListHeader
          title={title}
          count={isMessages ? undefined : count?.all}
          filters={filters}
          usualSort={isMessages ? undefined : usualSort}
          isFiltering={window === 'filters'}
          onFiltering={(isOpen) => open(isOpen ? 'filters' : undefined)}
          onChange={change}
          onNew={() => open('new')}
          onShowFolders={onShowFolders}
        />
      )}
      <Search filters={filters} onChange={change} searchRef={search} />
      <Chips filters={filters} onChange={onChange} onSave={() => open('save')} />
      <div className="flex min-h-0 flex-1 flex-col border-t border-line">
        {isMessages ? (
          <MessageResults filters={filters} onClear={clear} onNew={() => open('new')} />
        ) : (
          <Rows
            {...{ list, filters, selection, walk, clear }}
            sort={input.sort ?? usualSort}
            onNew={() => open('new')}
          />
        )}
      </div>
      {window === 'save' && <SaveView open onClose={close} filters={filters} />}
      {window === 'new' && <NewConversation open onClose={close} />}
    </>
  )
}

type RowsProps = {
  list: ReturnType<typeof useConversations>
  filters: Kept
  selection: ReturnType<typeof useSelection>
  walk: React.RefObject<Walk | null>
  sort: Sort
  clear: () => void
  onNew: () => void
}

/** The list in each of its states. */
function Rows({ list, filters, selection, walk, sort, clear, onNew }: RowsProps) {
  const { list: words } = useInboxWords()
  const { error, isPlaceholderData } = list
  const items = useDeferredValue(list.items, undefined)
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
          timed={sort.includes('created_at') ? 'created_at' : sort === 'waiting_since' ? sort : 'last_activity_at'}
          walk={walk}
        />
      )}
    </>
  )
}

/** What the place is called: a folder, a view; or the one inbox, team or label the list is narrowed to. */
function useTitleOf(filters: Kept): string {
  const words = useInboxWords()
  const views = useViews()
  const { inboxes, teams } = useNames()
  const { view, folder, inbox, team, label } = placeOf(filters)
  if (filters.q) return words.search.title
  if (view) return views.find(({ id }) => id === view)?.name ?? words.views.one
  if (inbox) return nameOf(inboxes, inbox)
  if (team) return team === 'none' ? words.filters.noTeam : nameOf(teams, team)
  return label?.join(', ') ?? words.folders.names[folder ?? 'open']
}
