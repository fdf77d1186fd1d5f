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
  type LucideIcon,
} from 'lucide-react'
import { useCommands } from '#web/commands/commands.ts'
import { folders, type Folder } from '#web/screens/inbox/conversation-filters.ts'
import { folderIcons } from '#web/screens/inbox/folders/folder-icons.ts'
import { useViews } from '#web/screens/inbox/views/views.ts'
import { useInboxWords } from '#web/screens/inbox/words.ts'
import { useAccount } from '#web/session.ts'
import type { Walk } from './conversation-list.tsx'
import type { Selection } from './use-selection.ts'

type Props = {
  walk: RefObject<Walk | null>
  search: RefObject<HTMLInputElement | null>
  items: readonly { id: string }[]
  selection: Selection
  onOpen: (window: 'filters' | 'new' | 'save') => void
}

/** What the list can do, by key and by name. */
export function useListCommands({ walk, search, items, selection, onOpen }: Props) {
  const words = useInboxWords()
  const { commands } = words
  const select = () => {
    const id = walk.current?.standing() ?? items[0]?.id
    if (id) selection.toggle(id)
  }
  useCommands([
    { name: commands.next, key: 'j', icon: ArrowDown, run: () => walk.current?.move(1) },
    { name: commands.previous, key: 'k', icon: ArrowUp, run: () => walk.current?.move(-1) },
    { name: commands.select, key: 'x', icon: SquareCheck, run: select },
    { name: commands.selectAll, key: 'A', icon: ListChecks, run: () => selection.choose(items.map(({ id }) => id)) },
    { name: words.search.label, key: '/', icon: Search, run: () => search.current?.focus() },
    { name: words.filters.title, key: 'f', icon: Funnel, run: () => onOpen('filters') },
    { name: words.create.open, key: 'c', icon: SquarePen, run: () => onOpen('new') },
    { name: words.views.save, icon: BookmarkPlus, run: () => onOpen('save') },
    ...useFolderCommands(),
  ])
}

/** The way to each folder and view. */
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
      icon: folderIcons[folder] as LucideIcon,
      ...(keys[folder] && { key: keys[folder] }),
      run: go(folder === 'open' ? {} : { folder }),
    })),
    ...useViews().map(({ id, name }) => ({ name, group, icon: Bookmark, run: go({ view: id }) })),
  ]
}

const keys: Partial<Record<Folder, string>> = { mine: 'g m', unassigned: 'g u', open: 'g o', waiting: 'g w' }
