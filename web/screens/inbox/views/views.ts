import { useRead } from '#web/query.ts'
import type { Output } from '#web/api.ts'

export type View = Output<'list_saved_views'>['items'][number]

const none: View[] = []

/** The saved views of conversations: one's own first, then those everybody shares. */
export function useViews(): View[] {
  const { data } = useRead('list_saved_views', { resource: 'conversations' })
  if (!data) return none
  const of = (visibility: View['visibility']) => data.items.filter((view) => view.visibility === visibility)
  return [...of('private'), ...of('shared')]
}

export const staleByViews = ['list_saved_views', 'list_conversations', 'count_conversations'] as const
