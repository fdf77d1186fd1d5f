import type { RecordFilters, RecordKind } from '#contract/report-records.ts'
import { isDay, isId } from '#web/screens/reports/report-filters.ts'

/** Filters of the lists behind figures, in the address, by the names of their operations. */
export type RecordSearch = {
  from?: string | undefined
  to?: string | undefined
  inbox_id?: string | undefined
} & RecordFilters['messages'] &
  RecordFilters['assignments'] &
  RecordFilters['sla_breaches'] &
  RecordFilters['csat_responses']

const person = { agent: isId }
const assignee = { assignee: isId, unassigned_only: isTrue }

/** The filters of each list, and the values they may have. */
const checks: Record<RecordKind, Record<string, (value: unknown) => boolean>> = {
  messages: {
    ...person,
    sender: oneOf('customer', 'person', 'agent', 'ai_agent'),
    answers_only: isTrue,
    weekday: numberFrom(1, 7),
    hour: numberFrom(0, 23),
  },
  assignments: { ...person, resolved_only: isTrue },
  sla_breaches: {
    ...assignee,
    kind: oneOf('first_response', 'next_response', 'resolution'),
    team: isId,
    without_team: isTrue,
    priority: oneOf('urgent', 'high', 'medium', 'low', 'none'),
  },
  csat_responses: { ...assignee, rating: numberFrom(1, 5), answered_only: isTrue },
}

export const isRecordKind = (name: string | undefined): name is RecordKind =>
  name !== undefined && Object.hasOwn(checks, name)

const common = { from: isDay, to: isDay, inbox_id: isId }

/** Reads the filters of all lists from an address and drops invalid values. */
export function readRecordFilters(search: object): RecordSearch {
  return pick(search, Object.assign({}, common, ...Object.values(checks)))
}

/** The filters that this list has. */
export function filtersOf(kind: RecordKind, search: object): RecordSearch {
  return pick(search, { ...common, ...checks[kind] })
}

function pick(search: object, known: (typeof checks)[RecordKind]): RecordSearch {
  const given = new Map<string, unknown>(Object.entries(search))
  const valid = Object.entries(known).filter(([key, check]) => check(given.get(key)))
  return Object.fromEntries(valid.map(([key]) => [key, read(key, given.get(key))]))
}

const numbers = new Set(['weekday', 'hour', 'rating'])

function read(key: string, value: unknown) {
  if (numbers.has(key)) return Number(value)
  return value === 'true' ? true : value
}

function isTrue(value: unknown): boolean {
  return value === true || value === 'true'
}

function oneOf(...values: string[]) {
  return (value: unknown) => values.some((each) => each === value)
}

function numberFrom(least: number, most: number) {
  return (value: unknown) => /^\d{1,2}$/.test(String(value)) && Number(value) >= least && Number(value) <= most
}
