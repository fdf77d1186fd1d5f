import { useState } from 'react'
import { Bookmark, BookmarkPlus, Users } from '#web/ui/icons.ts'
import { FolderGroup } from '#web/screens/inbox/folders/folder-group.tsx'
import { FolderLink } from '#web/screens/inbox/folders/folder-link.tsx'
import { isCurrent } from '#web/screens/inbox/folders/current-folder.ts'
import { useCount } from '#web/features/conversations/use-count.ts'
import type { ConversationFilters } from '#web/screens/inbox/conversation-filters.ts'
import type { View } from '#web/features/views/view.ts'
import { useViewWords } from '#web/features/views/words.ts'
import { useInboxWords } from '#web/screens/inbox/words.ts'
import { lazyComponent } from '#web/ui/lazy.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useViews } from './use-views.ts'
import { ViewMenu } from './view-menu.tsx'

const SaveCurrentView = lazyComponent(async () => (await import('./save-current-view.tsx')).SaveCurrentView)

type Props = { filters: ConversationFilters; onNavigate: (() => void) | undefined }

/** Links to the saved views. */
export function ViewLinks({ filters, onNavigate }: Props) {
  const { views: words } = useInboxWords()
  const { save } = useViewWords()
  const views = useViews()
  const [isSaving, setSaving] = useState(false)
  const add = (
    <IconButton size="sm" label={save} aria-haspopup="dialog" onClick={() => setSaving(true)}>
      <BookmarkPlus size={15} aria-hidden />
    </IconButton>
  )
  return (
    <FolderGroup name={words.title} of="views" aside={add}>
      {views.length === 0 && <li className="px-2.5 py-1 text-xs text-ink-3">{words.none}</li>}
      {views.map((view) => (
        <ViewLink key={view.id} view={view} filters={filters} onNavigate={onNavigate} />
      ))}
      {isSaving && <SaveCurrentView open onClose={() => setSaving(false)} filters={filters} />}
    </FolderGroup>
  )
}

function ViewLink({ view, filters, onNavigate }: Props & { view: View }) {
  const { id, name, visibility } = view
  const target = { view: id }
  const count = useCount({ view_id: id })
  const Icon = visibility === 'shared' ? Users : Bookmark
  return (
    <FolderLink
      icon={<Icon size={16} aria-hidden />}
      {...{ name, target, onNavigate }}
      isCurrent={isCurrent(filters, target)}
      count={count?.all}
      menu={<ViewMenu view={view} filters={filters} />}
    />
  )
}
