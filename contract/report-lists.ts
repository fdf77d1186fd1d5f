import type { Condition } from '#contract/filters.ts'
import { addDays } from '#contract/periods.ts'
import type { reply_steps } from '#contract/records/report.ts'
import type { RecordList } from '#contract/report-records.ts'

/* The lists behind the figures of reports, as conditions of the list operations. */

/** The records a figure counts: those of a list that meet all conditions, or parts of conversations. */
export type ReportList = FilteredList | RecordList

export type FilteredList = {
  list: 'conversations' | 'contacts' | 'leads' | 'opportunities'
  all: readonly Condition[]
}

/** The days of a report and the inbox or pipeline it is limited to. */
export type ReportScope = {
  days: { from: string | null; to: string }
  inbox_id?: string | undefined
  pipeline_id?: string | undefined
}

type Origin = { source: string | null; medium?: string | null; campaign?: string | null }

export const is = (field: string, operator: Condition['operator'], ...values: Condition['values']): Condition => ({
  field,
  operator,
  values,
})

/** Records created on these days. */
export function created(list: FilteredList['list'], scope: ReportScope, ...more: Condition[]): FilteredList {
  return { list, all: [onDays('created_at', scope), ...limitToScope(list, scope), ...more] }
}

/** Conversations in which something happened on these days, such as `asked_at` or `last_resolved_at`. */
export function conversationsBy(field: string, scope: ReportScope, ...more: Condition[]): FilteredList {
  return { list: 'conversations', all: [onDays(field, scope), ...limitToScope('conversations', scope), ...more] }
}

/** Conversations first answered after the shorter times and within this one. */
export function answeredWithin(
  kind: keyof typeof answer_fields,
  step: (typeof reply_steps)[number],
  scope: ReportScope,
  ...more: Condition[]
): FilteredList {
  const field = answer_fields[kind]
  return conversationsBy('asked_at', scope, ...limitSeconds(field, limits[step]), ...more)
}

/** Conversations that wait for an answer now. */
export function waiting({ inbox_id }: Pick<ReportScope, 'inbox_id'>, ...more: Condition[]): FilteredList {
  const all = [is('status', 'equal_to', 'open'), is('waiting_since', 'is_present')]
  return { list: 'conversations', all: [...all, ...(inbox_id ? [is('inbox_id', 'equal_to', inbox_id)] : []), ...more] }
}

/** Condition that the answer is late now. */
export const is_late: Condition = is('answer_due_at', 'days_before', 0)

/** Conditions of conversations that were resolved without a message of a person. */
export const contained: readonly Condition[] = [
  is('status', 'equal_to', 'resolved'),
  is('answered_by_person', 'equal_to', false),
]

/** Conditions of deals that are lost now and were last open in this stage; null for a stage that is gone. */
export const lostFrom = (stage_id: string | null): Condition[] => [
  is('stage_type', 'equal_to', 'lost'),
  valueOf('last_open_stage_id', stage_id),
]

/** Deals closed on these days, by close date. */
export function closed(statuses: readonly ('won' | 'lost')[], scope: ReportScope, ...more: Condition[]): FilteredList {
  const all = [is('status', 'equal_to', ...statuses), onDays('actual_close_date', scope)]
  return { list: 'opportunities', all: [...all, ...limitToScope('opportunities', scope), ...more] }
}

/** Condition of deals whose close date is before their creation. */
export const is_negative_cycle: Condition = is('cycle_days', 'is_less_than', 0)

/** Conditions of the won deals in this currency that an average ticket covers. */
export const priced = (currency: string): Condition[] => [
  is('currency', 'equal_to', currency),
  is('amount', 'is_present'),
]

/** Deals open now. */
export function open(scope: ReportScope, ...more: Condition[]): FilteredList {
  return {
    list: 'opportunities',
    all: [is('status', 'equal_to', 'open'), ...limitToScope('opportunities', scope), ...more],
  }
}

/** Deals last reopened on these days. */
export function reopened(scope: ReportScope): FilteredList {
  return { list: 'opportunities', all: [onDays('reopened_at', scope), ...limitToScope('opportunities', scope)] }
}

/** Leads lost on these days. */
export function lostLeads(scope: ReportScope, ...more: Condition[]): FilteredList {
  return { list: 'leads', all: [onDays('lost_at', scope), ...limitToScope('leads', scope), ...more] }
}

/** Leads created on these days that a person answered after the shorter times and within this one; or not yet. */
export function leadsAnswered(
  step: keyof typeof lead_limits | 'never',
  scope: ReportScope,
  ...more: Condition[]
): FilteredList {
  if (step === 'never') return created('leads', scope, is('answer_seconds', 'is_not_present'), ...more)
  return created('leads', scope, ...limitSeconds('answer_seconds', lead_limits[step]), ...more)
}

/** Deals created on these days that reached this stage or a later one on the way to winning. */
export function reached(
  stages: readonly { id: string; type: 'open' | 'won' | 'lost' }[],
  stage_id: string,
  scope: ReportScope,
): FilteredList {
  const path = [...stages.filter(({ type }) => type === 'open'), ...stages.filter(({ type }) => type === 'won')]
  const at = path.findIndex(({ id }) => id === stage_id)
  const later = path.slice(at).map(({ id }) => id)
  return created('opportunities', scope, ...(at > 0 ? [is('reached_stage_id', 'equal_to', ...later)] : []))
}

/** Condition that a person known here answered first. Answers by unknown ones have the id 0. */
export const answered_by_agent: readonly Condition[] = [
  is('answered_by_id', 'is_present'),
  is('answered_by_id', 'not_equal_to', '0'),
]

/** Condition that a field has this value, or none. */
export const valueOf = (field: string, value: string | null): Condition =>
  value === null ? is(field, 'is_not_present') : is(field, 'equal_to', value)

/** Conditions of an origin; parts that are not given may have any value. */
export function ofOrigin(origin: Origin): Condition[] {
  const { source, medium, campaign } = origin
  return [
    valueOf('origin', source),
    ...(medium === undefined ? [] : [valueOf('medium', medium)]),
    ...(campaign === undefined ? [] : [valueOf('campaign', campaign)]),
  ]
}

/** Condition of a lost reason, without regard to repeated spaces. */
export const ofReason = (reason: string | null): Condition =>
  valueOf('lost_reason', reason && reason.trim().replace(/\s+/g, ' '))

const answer_fields = {
  human: 'answer_seconds',
  business_hours: 'answer_business_seconds',
  ai: 'ai_answer_seconds',
} as const

/** Bounds of a step in seconds: lower exclusive, upper inclusive. */
type Limits = readonly [over: number, most: number | null]

const limits: Record<(typeof reply_steps)[number], Limits> = {
  '1m': [0, 60],
  '5m': [60, 300],
  '15m': [300, 900],
  '1h': [900, 3600],
  '4h': [3600, 14_400],
  '8h': [14_400, 28_800],
  '24h': [28_800, 86_400],
  more: [86_400, null],
}

const lead_limits = {
  '5m': [0, 300],
  '15m': [300, 900],
  '1h': [900, 3600],
  '24h': [3600, 86_400],
  more: [86_400, null],
} as const satisfies Record<string, Limits>

function limitSeconds(field: string, [over, most]: Limits): Condition[] {
  return [
    over === 0 ? is(field, 'is_present') : is(field, 'is_greater_than', over),
    ...(most === null ? [] : [is(field, 'is_less_than', most + 1)]),
  ]
}

function onDays(field: string, { days: { from, to } }: ReportScope): Condition {
  return from === null ? is(field, 'is_less_than', addDays(to, 1)) : is(field, 'equal_to', `${from}/${to}`)
}

/** Sales of an inbox are those of contacts who first wrote to it. */
function limitToScope(list: FilteredList['list'], { inbox_id, pipeline_id }: ReportScope): Condition[] {
  return [
    ...(inbox_id ? [is(inbox_fields[list], 'equal_to', inbox_id)] : []),
    ...(pipeline_id ? [is('pipeline_id', 'equal_to', pipeline_id)] : []),
  ]
}

const inbox_fields = {
  conversations: 'inbox_id',
  contacts: 'first_inbox_id',
  leads: 'contact.first_inbox_id',
  opportunities: 'contact.first_inbox_id',
} as const
