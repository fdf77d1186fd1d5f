import type { RefObject } from 'react'
import { useNavigate } from '@tanstack/react-router'
import {
  ArrowDown,
  ArrowUp,
  Bookmark,
  BookmarkPlus,
  Funnel,
  ListChecks,
  Search,
  SquareCheck,
  SquarePen,
  type IconComponent,
} from '#web/ui/icons.ts'
import { useCommands } from '#web/commands/commands.ts'
import { folders, type Folder } from '#web/screens/inbox/conversation-filters.ts'
import { folderIcons } from '#web/screens/inbox/folders/folder-icons.ts'
import { useViews } from '#web/screens/inbox/views/use-views.ts'
import { useConversationWords } from '#web/features/conversations/words.ts'
import { useViewWords } from '#web/features/views/words.ts'
import { useInboxWords } from '#web/screens/inbox/words.ts'
import { useAccount } from '#web/app/session.ts'
import type { ListNavigation } from './conversation-list.tsx'
import type { Conversation } from '#contract/records/conversation.ts'
import type { Selection } from '#web/ui/selection/use-selection.ts'

type Props = {
  navigation: RefObject<ListNavigation | null>
  search: RefObject<HTMLInputElement | null>
  items: readonly { id: string }[]
  selection: Selection<Conversation>
  onOpen: (dialog: 'filters' | 'new' | 'save') => void
}

/** Shortcuts and command bar entries of the list. */
export function useListCommands({ navigation, search, items, selection, onOpen }: Props) {
  const words = useInboxWords()
  const { commands } = words
  const { create } = useConversationWords()
  const views = useViewWords()
  const select = () => {
    const id = navigation.current?.active() ?? items[0]?.id
    if (id) selection.toggle(id)
  }
  const hasRows = () => items.length > 0 && navigation.current !== null
  // On a small screen an open conversation hides the list.
  const isShown = () => search.current?.checkVisibility() === true
  const isSelectable = () => isShown() && hasRows()
  const selectAll = () => selection.choose(items.map(({ id }) => id))
  const ofList = [
    { name: commands.next, key: 'j', icon: ArrowDown, run: () => navigation.current?.move(1), isPossible: hasRows },
    { name: commands.previous, key: 'k', icon: ArrowUp, run: () => navigation.current?.move(-1), isPossible: hasRows },
    { name: commands.select, key: 'x', icon: SquareCheck, run: select, isPossible: isSelectable },
    { name: commands.selectAll, key: 'A', icon: ListChecks, run: selectAll, isPossible: isSelectable },
    { name: words.search.label, key: '/', icon: Search, run: () => search.current?.focus(), isPossible: isShown },
    { name: words.filters.title, key: 'f', icon: Funnel, run: () => onOpen('filters'), isPossible: isShown },
    { name: create.open, key: 'c', icon: SquarePen, run: () => onOpen('new') },
    { name: views.save, icon: BookmarkPlus, run: () => onOpen('save') },
  ]
  useCommands([...ofList.map((command) => ({ ...command, group: words.list.title })), ...useFolderCommands()])
}

/** Commands that open a folder or view. */
function useFolderCommands() {
  const { folders: words } = useInboxWords()
  const { id: account_id } = useAccount()
  const navigate = useNavigate()
  const go = (search: { folder?: Folder; view?: string }) => () =>
    void navigate({ to: '/app/$account_id/conversations', params: { account_id }, search })
  const group = words.title
  return [
    ...folders.map((folder) => ({
      name: words.names[folder],
      group,
      icon: folderIcons[folder] as IconComponent,
      ...(keys[folder] && { key: keys[folder] }),
      run: go(folder === 'open' ? {} : { folder }),
    })),
    ...useViews().map(({ id, name }) => ({ name, group, icon: Bookmark, run: go({ view: id }) })),
  ]
}

const keys: Partial<Record<Folder, string>> = { mine: 'g m', unassigned: 'g u', open: 'g o', waiting: 'g w' }
