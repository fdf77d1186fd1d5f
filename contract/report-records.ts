import type { Conversation } from '#contract/records/conversation.ts'
import type { SlaKind } from '#contract/records/quality.ts'
import type { ReportScope } from '#contract/report-lists.ts'

/* The lists behind figures that count messages, assignments, SLA breaches and surveys instead of whole records. */

type Window = { from?: string | undefined; to: string; inbox_id?: string | undefined }

/** Filters of each list, by the names of its operation. */
export type RecordFilters = {
  messages: {
    sender?: 'customer' | 'person' | 'agent' | 'ai_agent' | undefined
    agent?: string | undefined
    answers_only?: boolean | undefined
    weekday?: number | undefined
    hour?: number | undefined
  }
  assignments: { agent?: string | undefined; resolved_only?: boolean | undefined }
  sla_breaches: {
    kind?: SlaKind | undefined
    assignee?: string | undefined
    unassigned_only?: boolean | undefined
    team?: string | undefined
    without_team?: boolean | undefined
    priority?: Conversation['priority'] | undefined
  }
  csat_responses: {
    assignee?: string | undefined
    unassigned_only?: boolean | undefined
    rating?: number | undefined
    answered_only?: boolean | undefined
  }
}
export type RecordKind = keyof RecordFilters

/** The records a figure counts, by the input of their list operation. */
export type RecordList = {
  [K in RecordKind]: { list: K; filters: Window & RecordFilters[K] }
}[RecordKind]

export const messages = (scope: ReportScope, filters: RecordFilters['messages'] = {}): RecordList => ({
  list: 'messages',
  filters: { ...windowOf(scope), ...filters },
})

/** Conversations assigned on these days, once per agent. */
export const assignments = (scope: ReportScope, filters: RecordFilters['assignments'] = {}): RecordList => ({
  list: 'assignments',
  filters: { ...windowOf(scope), ...filters },
})

export const breaches = (scope: ReportScope, filters: RecordFilters['sla_breaches'] = {}): RecordList => ({
  list: 'sla_breaches',
  filters: { ...windowOf(scope), ...filters },
})

/** Satisfaction surveys sent on these days. */
export const surveys = (scope: ReportScope, filters: RecordFilters['csat_responses'] = {}): RecordList => ({
  list: 'csat_responses',
  filters: { ...windowOf(scope), ...filters },
})

/** Filter by the assignee at the time; null for unassigned records. */
export const assignedTo = (agent_id: string | null) =>
  agent_id === null ? { unassigned_only: true } : { assignee: agent_id }

export const inTeam = (team_id: string | null) => (team_id === null ? { without_team: true } : { team: team_id })

const windowOf = ({ days: { from, to }, inbox_id }: ReportScope): Window => ({
  ...(from !== null && { from }),
  to,
  ...(inbox_id && { inbox_id }),
})
