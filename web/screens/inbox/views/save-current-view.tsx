import { useNavigate } from '@tanstack/react-router'
import { useSession } from '#web/app/session.ts'
import { SaveView } from '#web/features/views/save-view.tsx'
import { useViewWords } from '#web/features/views/words.ts'
import type { ConversationFilters } from '#web/screens/inbox/conversation-filters.ts'
import { useInboxWords } from '#web/screens/inbox/words.ts'
import { useViews } from './use-views.ts'
import { hasUnsavable, toViewFilter } from './view-filter.ts'

type Props = { open: boolean; onClose: () => void; filters: ConversationFilters }

/** Saves the current list as a view and opens it. */
export function SaveCurrentView({ open, onClose, filters }: Props) {
  const { views: words } = useInboxWords()
  const viewWords = useViewWords()
  const { user } = useSession()
  const navigate = useNavigate()
  const base = useViews().find(({ id }) => id === filters.view)
  const filter = toViewFilter(filters, user.id, base)
  const note = !filter ? viewWords.nothing : hasUnsavable(filters) ? words.unsavable : undefined
  return (
    <SaveView
      {...{ open, onClose, filter, note }}
      resource="conversations"
      sort={filters.sort ?? base?.sort ?? null}
      onSaved={(id) => void navigate({ to: '.', search: () => ({ view: id }) })}
    />
  )
}
