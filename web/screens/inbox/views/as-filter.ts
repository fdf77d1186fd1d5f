import { addDays } from '#contract/periods.ts'
import type { Condition, Filter, Operator } from '#contract/filters.ts'
import type { Folder, Kept } from '#web/screens/inbox/conversation-filters.ts'
import { conditionsOf, person } from '#web/screens/inbox/list/asking.ts'

/** What the list shows now, as a view keeps it: conditions only. `view` is the one it begins with. */
export function asFilter(filters: Kept, me: string, view?: { filter: Filter }): Filter | undefined {
  const here = view ? [] : ofFolder(filters.folder ?? 'open', me, filters)
  const more = [...here, ...ofFilters(filters, me), ...conditionsOf(filters)]
  const any = (view?.filter.any ?? [{ all: [] }]).map(({ all }) => ({ all: [...all, ...more] }))
  return any.every(({ all }) => all.length > 0) ? { any } : undefined
}

/** What a view cannot keep, because no condition says it. */
export function lostIn({ folder, view, said, follower, q }: Kept): boolean {
  return Boolean(said || follower || q || (folder === 'following' && !view))
}

/** What a folder holds. A filter of the same kind stands in its place. */
function ofFolder(folder: Folder, me: string, { status, assignee }: Kept): Condition[] {
  const whose: Partial<Record<Folder, Condition>> = {
    mine: is('assignee_id', me),
    unassigned: condition('assignee_id', 'is_not_present'),
    unread: is('unread', true),
    waiting: condition('waiting_since', 'is_present'),
  }
  const ofStatus: Partial<Record<Folder, string>> = { pending: 'pending', snoozed: 'snoozed', resolved: 'resolved' }
  const isOfAny = folder === 'waiting' || folder === 'following'
  const own = whose[folder]
  return [
    ...(status || isOfAny ? [] : [is('status', ofStatus[folder] ?? 'open')]),
    ...(own && !(assignee && own.field === 'assignee_id') ? [own] : []),
  ]
}

function ofFilters(filters: Kept, me: string): Condition[] {
  const { status, inbox, assignee, team, label = [], priority, unread, contact } = filters
  return [
    ...(status && status !== 'all' ? [is('status', status)] : []),
    ...(inbox ? [is('inbox_id', inbox)] : []),
    ...(assignee === 'none' ? [condition('assignee_id', 'is_not_present')] : []),
    ...(assignee && assignee !== 'none' ? [is('assignee_id', person(assignee, me))] : []),
    ...(team && team !== 'none' ? [is('team_id', team)] : []),
    ...label.map((title) => is('labels', title)),
    ...(priority ? [is('priority', priority)] : []),
    ...(unread ? [is('unread', true)] : []),
    ...(contact ? [is('contact_id', contact)] : []),
    ...within('created_at', filters.created_from, filters.created_to),
    ...within('updated_at', filters.updated_from, filters.updated_to),
  ]
}

/** A condition holds from the beginning of a day: the last day is over when the next begins. */
const within = (field: string, from?: string, to?: string): Condition[] => [
  ...(from ? [condition(field, 'is_greater_than', from)] : []),
  ...(to ? [condition(field, 'is_less_than', addDays(to, 1))] : []),
]

const is = (field: string, value: string | boolean) => condition(field, 'equal_to', value)
const condition = (field: string, operator: Operator, ...values: (string | boolean)[]): Condition => ({
  field,
  operator,
  values,
})
