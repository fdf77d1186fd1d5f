import { UsersRound } from '#web/ui/icons.ts'
import { LabelDot } from '#web/features/labels/label-chip.tsx'
import { useLabels } from '#web/features/labels/labels.ts'
import { useRead } from '#web/app/query.ts'
import { folders, type Folder, type ConversationFilters } from '#web/screens/inbox/conversation-filters.ts'
import { folderQuery } from '#web/screens/inbox/list/folder-query.ts'
import { ChannelIcon } from '#web/features/conversations/channel-icon.tsx'
import { ViewLinks } from '#web/screens/inbox/views/view-links.tsx'
import { useInboxWords } from '#web/screens/inbox/words.ts'
import { useSession } from '#web/app/session.ts'
import { FolderGroup } from './folder-group.tsx'
import { folderIcons } from './folder-icons.ts'
import { FolderLink } from './folder-link.tsx'
import { isCurrent } from './current-folder.ts'
import { useCount } from '#web/features/conversations/use-count.ts'

type Props = { filters: ConversationFilters; onNavigate?: () => void }

/** Folders, saved views, channels, teams and labels. */
export function Folders({ filters, onNavigate }: Props) {
  const { folders: words } = useInboxWords()
  const counts = useFolderCounts()
  return (
    <nav aria-label={words.title} className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-2 pb-4">
      <ul>
        {folders.map((folder) => {
          const Icon = folderIcons[folder]
          const target: ConversationFilters = folder === 'open' ? {} : { folder }
          return (
            <FolderLink
              key={folder}
              icon={<Icon size={16} aria-hidden />}
              name={words.names[folder]}
              target={target}
              isCurrent={isCurrent(filters, target)}
              count={counts[folder]}
              onNavigate={onNavigate}
            />
          )
        })}
      </ul>
      <ViewLinks filters={filters} onNavigate={onNavigate} />
      <Inboxes filters={filters} onNavigate={onNavigate} />
      <Teams filters={filters} onNavigate={onNavigate} />
      <Labels filters={filters} onNavigate={onNavigate} />
    </nav>
  )
}

/** One count covers three folders. Resolved conversations are not counted. */
function useFolderCounts(): Partial<Record<Folder, number>> {
  const { user } = useSession()
  const open = useCount({})
  return {
    open: open?.all,
    mine: open?.mine,
    unassigned: open?.unassigned,
    unread: useCount(folderQuery('unread', user.id))?.all,
    waiting: useCount(folderQuery('waiting', user.id))?.all,
    pending: useCount(folderQuery('pending', user.id))?.all,
    snoozed: useCount(folderQuery('snoozed', user.id))?.all,
  }
}

type GroupProps = { filters: ConversationFilters; onNavigate: (() => void) | undefined }

function Inboxes({ filters, onNavigate }: GroupProps) {
  const { folders: words } = useInboxWords()
  const { data } = useRead('list_inboxes', {})
  if (!data?.items.length) return null
  return (
    <FolderGroup name={words.inboxes} of="inboxes">
      {data.items.map(({ id, name, channel }) => (
        <CountedLink
          key={id}
          icon={<ChannelIcon channel={channel} size={16} />}
          name={name}
          target={{ inbox: id }}
          {...{ filters, onNavigate }}
        />
      ))}
    </FolderGroup>
  )
}

function CountedLink({
  target,
  filters,
  ...props
}: GroupProps & { icon: React.ReactNode; name: string; target: ConversationFilters }) {
  const count = useCount({ inbox: target.inbox ?? '' })
  return <FolderLink {...props} target={target} isCurrent={isCurrent(filters, target)} count={count?.all} />
}

function Teams({ filters, onNavigate }: GroupProps) {
  const { folders: words } = useInboxWords()
  const { data } = useRead('list_teams', {})
  if (!data?.items.length) return null
  return (
    <FolderGroup name={words.teams} of="teams">
      {data.items.map(({ id, name }) => {
        const target = { team: id }
        const icon = <UsersRound size={16} aria-hidden />
        return <FolderLink key={id} {...{ icon, name, target, onNavigate }} isCurrent={isCurrent(filters, target)} />
      })}
    </FolderGroup>
  )
}

function Labels({ filters, onNavigate }: GroupProps) {
  const { folders: words } = useInboxWords()
  const { labels } = useLabels()
  if (labels.length === 0) return null
  return (
    <FolderGroup name={words.labels} of="labels">
      {labels.map(({ id, title }) => {
        const target = { label: [title] }
        const icon = (
          <span className="grid w-4 place-items-center">
            <LabelDot title={title} />
          </span>
        )
        return (
          <FolderLink key={id} {...{ icon, name: title, target, onNavigate }} isCurrent={isCurrent(filters, target)} />
        )
      })}
    </FolderGroup>
  )
}
