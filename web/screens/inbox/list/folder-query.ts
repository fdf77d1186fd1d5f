import type { Condition } from '#contract/filters.ts'
import type { Input } from '#web/app/api.ts'
import { personConditions } from '#web/features/conversations/person-conditions.ts'
import { readCondition } from '#web/features/conditions/condition-param.ts'
import type { ConversationFilters, Folder, Sort } from '#web/screens/inbox/conversation-filters.ts'

export type ConversationQuery = Input<'count_conversations'>

/** The query of a folder. `me` is the id of the current user. */
export function folderQuery(folder: Folder, me: string): ConversationQuery {
  const queries: Record<Folder, ConversationQuery> = {
    mine: { assignee: me },
    unassigned: { unassigned_only: true },
    open: {},
    unread: { unread_only: true },
    waiting: { status: 'all', filter: { any: [{ all: [isWaiting] }] } },
    following: { status: 'all', participant: me },
    pending: { status: 'pending' },
    snoozed: { status: 'snoozed' },
    resolved: { status: 'resolved' },
  }
  return queries[folder]
}

const isWaiting: Condition = { field: 'waiting_since', operator: 'is_present', values: [] }

/**
 * The query of the list. Without an explicit order, a view has its own, and the folder of waiting conversations starts with
 * the longest wait.
 */
export function listQuery(filters: ConversationFilters, me: string, viewSort?: Sort | null) {
  const { view, folder, q } = filters
  const defaultSort: Sort =
    (!q && view ? viewSort : undefined) ?? (!q && folder === 'waiting' ? 'waiting_since' : newest)
  const sort = filters.sort ?? defaultSort
  return { defaultSort, input: { ...filterQuery(filters, me), ...(sort !== newest && { sort }) } }
}

const newest: Sort = '-last_activity_at'

/** The filters as operation input. A search covers all folders, within the filters. */
export function filterQuery(filters: ConversationFilters, me: string): ConversationQuery {
  const { q, view, folder = 'open' } = filters
  const place: ConversationQuery = q ? { status: 'all' } : view ? { view_id: view } : folderQuery(folder, me)
  const { unassigned_only, assignee, filter, ...others } = place
  const whose = filters.assignee ? assigneeQuery(filters.assignee, me) : { unassigned_only, assignee }
  const conditions = [...(filter?.any[0]?.all ?? []), ...filterConditions(filters)]
  const any = (q ? personConditions(q) : [[]]).map((found) => ({ all: [...found, ...conditions] }))
  return withoutEmpty({
    ...others,
    ...whose,
    status: filters.status ?? others.status,
    inbox: filters.inbox,
    team: filters.team === 'none' ? undefined : filters.team,
    labels: filters.label,
    priority: filters.priority,
    unread_only: filters.unread ? true : others.unread_only,
    participant: filters.follower ? resolveMe(filters.follower, me) : others.participant,
    contact_id: filters.contact,
    query: filters.text,
    created_from: filters.created_from,
    created_to: filters.created_to,
    updated_from: filters.updated_from,
    updated_to: filters.updated_to,
    filter: any.every(({ all }) => all.length > 0) ? { any } : undefined,
  })
}

/** The filters within which a search finds the best of people and messages. */
export function searchQuery(filters: ConversationFilters, me: string): ConversationQuery {
  const { folder: _folder, view: _view, q: _q, ...own } = filters
  return filterQuery(own, me)
}

/** Filters that have no input of their own and become conditions. */
export function filterConditions({ channel, team, where = [] }: ConversationFilters): Condition[] {
  return [
    ...(channel ? [{ field: 'channel', operator: 'equal_to' as const, values: [channel] }] : []),
    ...(team === 'none' ? [{ field: 'team_id', operator: 'is_not_present' as const, values: [] }] : []),
    ...where.flatMap((text) => readCondition(text) ?? []),
  ]
}

const assigneeQuery = (assignee: string, me: string): ConversationQuery =>
  assignee === 'none' ? { unassigned_only: true } : { assignee: resolveMe(assignee, me) }

export const resolveMe = (id: string, me: string) => (id === 'me' ? me : id)

const withoutEmpty = (query: { [K in keyof ConversationQuery]: ConversationQuery[K] | undefined }) =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)) as ConversationQuery
