import { isFiltered, type ConversationFilters } from '#web/screens/inbox/conversation-filters.ts'

/** Whether the list shows this folder, whatever its filters and order. */
export function isCurrent(filters: ConversationFilters, target: ConversationFilters): boolean {
  return !filters.q && JSON.stringify(currentFolder(filters)) === JSON.stringify(target)
}

/** The open folder or view; else the only inbox, team or label filter; else all open conversations. */
export function currentFolder(filters: ConversationFilters): ConversationFilters {
  const { folder, view, inbox, team, label, ...others } = filters
  if (view) return { view }
  if (folder && folder !== 'open') return { folder }
  const places: ConversationFilters[] = [
    ...(inbox ? [{ inbox }] : []),
    ...(team ? [{ team }] : []),
    ...(label ? [{ label }] : []),
  ]
  return places.length === 1 && !isFiltered(others) ? places[0]! : {}
}
