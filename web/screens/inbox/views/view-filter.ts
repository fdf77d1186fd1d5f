import { addDays } from '#contract/periods.ts'
import type { Condition, Filter, Operator } from '#contract/filters.ts'
import { combine } from '#web/features/views/view.ts'
import type { Folder, ConversationFilters } from '#web/screens/inbox/conversation-filters.ts'
import { filterConditions, resolveMe } from '#web/screens/inbox/list/folder-query.ts'

/** The current filters as the conditions of a view. `view` is the one they are added to. */
export function toViewFilter(filters: ConversationFilters, me: string, view?: { filter: Filter }): Filter | undefined {
  const ofFolder = view ? [] : folderConditions(filters.folder ?? 'open', me, filters)
  const added = [...ofFolder, ...fieldConditions(filters, me), ...filterConditions(filters)]
  return combine(view?.filter, added.length > 0 ? { any: [{ all: added }] } : undefined)
}

/** Whether some filters cannot be expressed as conditions and are left out of a view. */
export function hasUnsavable({ folder, view, text, follower, q }: ConversationFilters): boolean {
  return Boolean(text || follower || q || (folder === 'following' && !view))
}

/** The conditions of a folder. A filter of the same kind replaces them. */
function folderConditions(folder: Folder, me: string, { status, assignee }: ConversationFilters): Condition[] {
  const conditions: Partial<Record<Folder, Condition>> = {
    mine: is('assignee_id', me),
    unassigned: condition('assignee_id', 'is_not_present'),
    unread: is('unread', true),
    waiting: condition('waiting_since', 'is_present'),
  }
  const ofStatus: Partial<Record<Folder, string>> = { pending: 'pending', snoozed: 'snoozed', resolved: 'resolved' }
  const hasAnyStatus = folder === 'waiting' || folder === 'following'
  const own = conditions[folder]
  return [
    ...(status || hasAnyStatus ? [] : [is('status', ofStatus[folder] ?? 'open')]),
    ...(own && !(assignee && own.field === 'assignee_id') ? [own] : []),
  ]
}

function fieldConditions(filters: ConversationFilters, me: string): Condition[] {
  const { status, inbox, assignee, team, label = [], priority, unread, contact } = filters
  return [
    ...(status && status !== 'all' ? [is('status', status)] : []),
    ...(inbox ? [is('inbox_id', inbox)] : []),
    ...(assignee === 'none' ? [condition('assignee_id', 'is_not_present')] : []),
    ...(assignee && assignee !== 'none' ? [is('assignee_id', resolveMe(assignee, me))] : []),
    ...(team && team !== 'none' ? [is('team_id', team)] : []),
    ...label.map((title) => is('labels', title)),
    ...(priority ? [is('priority', priority)] : []),
    ...(unread ? [is('unread', true)] : []),
    ...(contact ? [is('contact_id', contact)] : []),
    ...within('created_at', filters.created_from, filters.created_to),
    ...within('updated_at', filters.updated_from, filters.updated_to),
  ]
}

/** A condition compares with the start of a day, so the last day ends where the next one starts. */
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
