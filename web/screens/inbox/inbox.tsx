import { useState, type ReactNode } from 'react'
import { Outlet, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { PanelLeftClose } from '#web/ui/icons.ts'
import { useWords } from '#web/app/i18n.ts'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { lazyComponent } from '#web/ui/lazy.tsx'
import { preference } from '#web/ui/preference.ts'
import { useWide } from '#web/ui/use-wide.ts'
import { readConversationFilters, type ConversationSearch } from './conversation-filters.ts'
import { Folders } from './folders/folders.tsx'
import { ListPane } from './list/list-pane.tsx'
import { NoConversationOpen } from '#web/screens/inbox/list/no-conversation-open.tsx'
import { useInboxWords } from './words.ts'

const FolderSheet = lazyComponent(async () => (await import('./folders/folder-sheet.tsx')).FolderSheet)

/** Whether the folders are shown beside the list, where there is room. */
const foldersState = preference('hilo.inbox.folders', ['shown', 'hidden'] as const, () => 'shown')

/** Folders, the list of the open folder, and the open conversation. */
export function Inbox() {
  const { places } = useWords()
  const { folders: words } = useInboxWords()
  const filters = useSearch({ from: '/app/$account_id/conversations' })
  const change = useChangeFilters()
  // Wide enough for folders, list and contact beside a conversation that is wider than each of them.
  const isWide = useWide(100)
  const isBeside = foldersState.use() === 'shown' && isWide
  const [sheet, setSheet] = useState<'open' | 'closed'>()
  const showFolders = () => (isWide ? foldersState.set('shown') : setSheet('open'))

  return (
    // Toasts are below folders and list, so the conversation with its composer need not move up for them.
    <div className="flex h-full lg:h-[calc(100%+var(--toasts))]">
      {isBeside && (
        <aside aria-label={words.title} className="flex w-56 shrink-0 flex-col border-r border-line pb-(--toasts)">
          <div className="flex h-14 shrink-0 items-center pr-2 pl-4.5">
            <span className="flex-1 truncate text-lg font-semibold">{places.inbox}</span>
            <IconButton label={words.hide} onClick={() => foldersState.set('hidden')}>
              <PanelLeftClose size={16} aria-hidden />
            </IconButton>
          </div>
          <Folders filters={filters} />
        </aside>
      )}
      <ListSection>
        <ListPane filters={filters} onChange={change} onShowFolders={isBeside ? undefined : showFolders} />
      </ListSection>
      <ConversationPane />
      {!isBeside && sheet && (
        <FolderSheet open={sheet === 'open'} onClose={() => setSheet('closed')} filters={filters} />
      )}
    </div>
  )
}

/** The list. On a small screen the open conversation takes its place. */
function ListSection({ children }: { children: ReactNode }) {
  const { places } = useWords()
  const { conversation_id } = useParams({ strict: false })
  return (
    <>
      {conversation_id && <h1 className="sr-only lg:hidden">{places.inbox}</h1>}
      <section
        aria-label={places.inbox}
        className={cx(
          'flex w-full min-w-0 flex-col border-line lg:w-88 lg:shrink-0 lg:border-r lg:pb-(--toasts)',
          conversation_id && 'max-lg:hidden',
        )}
      >
        {children}
      </section>
    </>
  )
}

function ConversationPane() {
  const { conversation_id } = useParams({ strict: false })
  return (
    <div className={cx('flex min-w-0 flex-1', !conversation_id && 'max-lg:hidden')}>
      {conversation_id ? <Outlet /> : <NoConversationOpen />}
    </div>
  )
}

/** Filters live in the URL, so that a list can be shared and the back button works. */
function useChangeFilters() {
  const navigate = useNavigate()
  return (next: ConversationSearch) =>
    void navigate({ to: '.', search: () => readConversationFilters(next), replace: true })
}
