import { useState } from 'react'
import { Bookmark, BookmarkPlus, Users } from 'lucide-react'
import { FolderGroup } from '#web/screens/inbox/folders/folder-group.tsx'
import { FolderLink } from '#web/screens/inbox/folders/folder-link.tsx'
import { isHere } from '#web/screens/inbox/folders/is-here.ts'
import { useCount } from '#web/screens/inbox/folders/use-count.ts'
import type { Kept } from '#web/screens/inbox/conversation-filters.ts'
import { useInboxWords } from '#web/screens/inbox/words.ts'
import { later } from '#web/ui/later.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ViewActs } from './view-acts.tsx'

const SaveView = later(async () => (await import('./save-view.tsx')).SaveView)
import { useViews, type View } from './views.ts'

type Props = { filters: Kept; onGo: (() => void) | undefined }

/** Filters with a name. */
export function ViewLinks({ filters, onGo }: Props) {
  const { views: words } = useInboxWords()
  const views = useViews()
  const [isSaving, save] = useState(false)
  const add = (
    <IconButton size="sm" label={words.save} onClick={() => save(true)}>
      <BookmarkPlus size={15} aria-hidden />
    </IconButton>
  )
  return (
    <FolderGroup name={words.title} of="views" aside={add}>
      {views.length === 0 && <li className="px-2.5 py-1 text-xs text-ink-3">{words.none}</li>}
      {views.map((view) => (
        <ViewLink key={view.id} view={view} filters={filters} onGo={onGo} />
      ))}
      {isSaving && <SaveView open onClose={() => save(false)} filters={filters} />}
    </FolderGroup>
  )
}

function ViewLink({ view, filters, onGo }: Props & { view: View }) {
  const { id, name, visibility } = view
  const leads = { view: id }
  const count = useCount({ view_id: id })
  const Icon = visibility === 'shared' ? Users : Bookmark
  return (
    <FolderLink
      icon={<Icon size={16} aria-hidden />}
      {...{ name, leads, onGo }}
      isHere={isHere(filters, leads)}
      count={count?.all}
      acts={<ViewActs view={view} filters={filters} />}
    />
  )
}
