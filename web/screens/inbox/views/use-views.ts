import { useRead } from '#web/app/query.ts'
import type { View } from '#web/features/views/view.ts'

const none: View[] = []

/** The saved views of conversations: the user's own first, then shared ones. */
export function useViews(): View[] {
  const { data } = useRead('list_saved_views', { resource: 'conversations' })
  if (!data) return none
  const of = (visibility: View['visibility']) => data.items.filter((view) => view.visibility === visibility)
  return [...of('private'), ...of('shared')]
}
