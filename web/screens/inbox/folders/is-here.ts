import { isFiltered, type Kept } from '#web/screens/inbox/conversation-filters.ts'

/** Whether this is where one looks, however the list is narrowed or sorted there. */
export function isHere(filters: Kept, leads: Kept): boolean {
  return !filters.q && JSON.stringify(placeOf(filters)) === JSON.stringify(leads)
}

/** A folder or a view; else an inbox, a team or a label when nothing else is asked for; else all that are open. */
export function placeOf(filters: Kept): Kept {
  const { folder, view, inbox, team, label, ...others } = filters
  if (view) return { view }
  if (folder && folder !== 'open') return { folder }
  const asked: Kept[] = [...(inbox ? [{ inbox }] : []), ...(team ? [{ team }] : []), ...(label ? [{ label }] : [])]
  return asked.length === 1 && !isFiltered(others) ? asked[0]! : {}
}
