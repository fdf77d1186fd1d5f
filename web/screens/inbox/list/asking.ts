import type { Condition } from '#contract/filters.ts'
import type { Input } from '#web/api.ts'
import { byWhom } from '#web/parts/by-whom.ts'
import { readCondition, type Folder, type Kept, type Sort } from '#web/screens/inbox/conversation-filters.ts'

export type Asked = Input<'count_conversations'>

/** What a folder asks for. `me` is who looks. */
export function inFolder(folder: Folder, me: string): Asked {
  const asked: Record<Folder, Asked> = {
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
  return asked[folder]
}

const isWaiting: Condition = { field: 'waiting_since', operator: 'is_present', values: [] }

/**
 * What the address asks for, and in which order where it names none: that of the view, and who waits longest comes first.
 */
export function askedOf(filters: Kept, me: string, ofView?: Sort | null) {
  const { view, folder, q } = filters
  const usualSort: Sort = (!q && view ? ofView : undefined) ?? (!q && folder === 'waiting' ? 'waiting_since' : newest)
  const sort = filters.sort ?? usualSort
  return { usualSort, input: { ...asInput(filters, me), ...(sort !== newest && { sort }) } }
}

const newest: Sort = '-last_activity_at'

/** What the address says, as the operations ask for it. Who searches looks everywhere, within the filters. */
export function asInput(filters: Kept, me: string): Asked {
  const { q, view, folder = 'open' } = filters
  const place: Asked = q ? { status: 'all' } : view ? { view_id: view } : inFolder(folder, me)
  const { unassigned_only, assignee, filter, ...others } = place
  const whose = filters.assignee ? narrowed(filters.assignee, me) : { unassigned_only, assignee }
  const conditions = [...(filter?.any[0]?.all ?? []), ...conditionsOf(filters)]
  const any = (q ? byWhom(q) : [[]]).map((found) => ({ all: [...found, ...conditions] }))
  return withoutEmpty({
    ...others,
    ...whose,
    status: filters.status ?? others.status,
    inbox: filters.inbox,
    team: filters.team === 'none' ? undefined : filters.team,
    labels: filters.label,
    priority: filters.priority,
    unread_only: filters.unread ? true : others.unread_only,
    participant: filters.follower ? person(filters.follower, me) : others.participant,
    contact_id: filters.contact,
    query: filters.said,
    created_from: filters.created_from,
    created_to: filters.created_to,
    updated_from: filters.updated_from,
    updated_to: filters.updated_to,
    filter: any.every(({ all }) => all.length > 0) ? { any } : undefined,
  })
}

/** Filters that only a condition can say. */
export function conditionsOf({ channel, team, where = [] }: Kept): Condition[] {
  return [
    ...(channel ? [{ field: 'channel', operator: 'equal_to' as const, values: [channel] }] : []),
    ...(team === 'none' ? [{ field: 'team_id', operator: 'is_not_present' as const, values: [] }] : []),
    ...where.flatMap((text) => readCondition(text) ?? []),
  ]
}

const narrowed = (assignee: string, me: string): Asked =>
  assignee === 'none' ? { unassigned_only: true } : { assignee: person(assignee, me) }

export const person = (id: string, me: string) => (id === 'me' ? me : id)

const withoutEmpty = (asked: { [K in keyof Asked]: Asked[K] | undefined }) =>
  Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined)) as Asked
