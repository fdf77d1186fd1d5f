import { UsersRound } from 'lucide-react'
import { LabelDot } from '#web/parts/label-chip.tsx'
import { useLabels } from '#web/parts/labels.ts'
import { useRead } from '#web/query.ts'
import { folders, type Folder, type Kept } from '#web/screens/inbox/conversation-filters.ts'
import { inFolder } from '#web/screens/inbox/list/asking.ts'
import { ChannelIcon } from '#web/screens/inbox/list/channel-icon.tsx'
import { ViewLinks } from '#web/screens/inbox/views/view-links.tsx'
import { useInboxWords } from '#web/screens/inbox/words.ts'
import { useSession } from '#web/session.ts'
import { FolderGroup } from './folder-group.tsx'
import { folderIcons } from './folder-icons.ts'
import { FolderLink } from './folder-link.tsx'
import { isHere } from './is-here.ts'
import { useCount } from './use-count.ts'

type Props = { filters: Kept; onGo?: () => void }

/** Where to look: folders, saved views, then inboxes, teams and labels. */
export function Folders({ filters, onGo }: Props) {
  const { folders: words } = useInboxWords()
  const counts = useFolderCounts()
  return (
    <nav aria-label={words.title} className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-2 pb-4">
      <ul>
        {folders.map((folder) => {
          const Icon = folderIcons[folder]
          const leads: Kept = folder === 'open' ? {} : { folder }
          return (
            <FolderLink
              key={folder}
              icon={<Icon size={16} aria-hidden />}
              name={words.names[folder]}
              leads={leads}
              isHere={isHere(filters, leads)}
              count={counts[folder]}
              onGo={onGo}
            />
          )
        })}
      </ul>
      <ViewLinks filters={filters} onGo={onGo} />
      <Inboxes filters={filters} onGo={onGo} />
      <Teams filters={filters} onGo={onGo} />
      <Labels filters={filters} onGo={onGo} />
    </nav>
  )
}

/** One question answers three folders. What is resolved is done with: nobody counts it. */
function useFolderCounts(): Partial<Record<Folder, number>> {
  const { user } = useSession()
  const open = useCount({})
  return {
    open: open?.all,
    mine: open?.mine,
    unassigned: open?.unassigned,
    unread: useCount(inFolder('unread', user.id))?.all,
    waiting: useCount(inFolder('waiting', user.id))?.all,
    pending: useCount(inFolder('pending', user.id))?.all,
    snoozed: useCount(inFolder('snoozed', user.id))?.all,
  }
}

type GroupProps = { filters: Kept; onGo: (() => void) | undefined }

function Inboxes({ filters, onGo }: GroupProps) {
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
          leads={{ inbox: id }}
          {...{ filters, onGo }}
        />
      ))}
    </FolderGroup>
  )
}

function CountedLink({ leads, filters, ...props }: GroupProps & { icon: React.ReactNode; name: string; leads: Kept }) {
  const count = useCount({ inbox: leads.inbox ?? '' })
  return <FolderLink {...props} leads={leads} isHere={isHere(filters, leads)} count={count?.all} />
}

function Teams({ filters, onGo }: GroupProps) {
  const { folders: words } = useInboxWords()
  const { data } = useRead('list_teams', {})
  if (!data?.items.length) return null
  return (
    <FolderGroup name={words.teams} of="teams">
      {data.items.map(({ id, name }) => {
        const leads = { team: id }
        const icon = <UsersRound size={16} aria-hidden />
        return <FolderLink key={id} {...{ icon, name, leads, onGo }} isHere={isHere(filters, leads)} />
      })}
    </FolderGroup>
  )
}

function Labels({ filters, onGo }: GroupProps) {
  const { folders: words } = useInboxWords()
  const { labels } = useLabels()
  if (labels.length === 0) return null
  return (
    <FolderGroup name={words.labels} of="labels">
      {labels.map(({ id, title }) => {
        const leads = { label: [title] }
        const icon = (
          <span className="grid w-4 place-items-center">
            <LabelDot title={title} />
          </span>
        )
        return <FolderLink key={id} {...{ icon, name: title, leads, onGo }} isHere={isHere(filters, leads)} />
      })}
    </FolderGroup>
  )
}
