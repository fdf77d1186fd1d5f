import type { BusinessHours } from '#contract/records/inbox.ts'
import type { Conversation, MessageAuthor } from '#contract/records/conversation.ts'
import { dayOf, timeOf } from '#contract/periods.ts'
import { reply_steps, type ReplyTimes } from '#contract/records/report.ts'
import type { Measure } from '#domains/reports/rollup/report-rows.ts'

/* A reference for the facts of conversations, computed slowly from an ordered log of everything that happened. */

/** One event of a conversation, and its state afterwards. */
export type Entry = {
  at: number
  by: Pick<MessageAuthor, 'type' | 'id'>
  message?: { direction: 'incoming' | 'outgoing'; private: boolean }
  status: Conversation['status']
  priority: Conversation['priority']
  assignee_id: string | null
  /** The business hours of its inbox at that time. */
  hours: Hours | null
}

export type Hours = Pick<BusinessHours, 'time_zone' | 'intervals' | 'holidays' | 'out_of_office_message'>

export type Fact = {
  inbox_id: string
  created_at: string
  status: string
  priority: string
  asked_at: string | null
  human_at: string | null
  human_reply_at: string | null
  human_id: string | null
  human_seconds: number | null
  working_seconds: number | null
  ai_at: string | null
  ai_reply_at: string | null
  ai_seconds: number | null
  handed_over_at: string | null
  resolved_at: string | null
  resolved_by: string | null
  resolved_by_id: string | null
  resolution_seconds: number | null
}

/** The facts of a conversation. */
export function factsOf(inbox_id: string, log: readonly Entry[]): Fact {
  const [made, latest] = [log[0]!, log.at(-1)!]
  const question = log.findIndex(incoming)
  const human = log.find((entry) => outgoing(entry, 'agent'))
  const ai = log.find((entry) => outgoing(entry, 'ai_agent'))
  const reply = question < 0 ? undefined : log.slice(question).find((entry) => outgoing(entry, 'agent'))
  const aiReply = question < 0 ? undefined : log.slice(question).find((entry) => outgoing(entry, 'ai_agent'))
  const began = question < 0 ? undefined : log[question]
  const handed = log.find((entry, i) => log[i - 1]?.status === 'pending' && entry.status === 'open')
  const resolved = latest.status === 'resolved' ? log.findLast((_, i) => becameResolved(log, i)) : undefined
  const opened = log.findLast(
    (entry, i) => i === 0 || (log[i - 1]!.status === 'resolved' && entry.status !== 'resolved'),
  )
  return {
    inbox_id,
    created_at: iso(made)!,
    status: latest.status,
    priority: latest.priority,
    asked_at: iso(began),
    human_at: iso(human),
    human_reply_at: iso(reply),
    human_id: reply ? (reply.by.id ?? '0') : null,
    human_seconds: between(began, reply),
    working_seconds: began && reply ? worked(reply.hours, began.at, reply.at) : null,
    ai_at: iso(ai),
    ai_reply_at: iso(aiReply),
    ai_seconds: between(began, aiReply),
    handed_over_at: iso(handed),
    resolved_at: iso(resolved),
    resolved_by: resolved?.by.type ?? null,
    resolved_by_id: resolved?.by.type === 'agent' ? resolved.by.id : null,
    resolution_seconds: between(opened, resolved),
  }
}

export type Assignment = {
  inbox_id: string
  assignee_id: string
  assigned_at: string
  ended_at: string | null
  previous_at: string | null
  resolved_now: boolean
  resolved_theirs: boolean
}

/** The assignments of a conversation, in order. */
export function assignmentsOf(inbox_id: string, log: readonly Entry[]): Assignment[] {
  const begun = log.flatMap((entry, i) =>
    entry.assignee_id !== null && entry.assignee_id !== (log[i - 1]?.assignee_id ?? null) ? [i] : [],
  )
  const resolvedWith = new Set(log.flatMap((entry, i) => (becameResolved(log, i) ? [entry.assignee_id] : [])))
  return begun.map((start, n) => {
    const { assignee_id, at } = log[start]!
    const end = log.find((entry, i) => i > start && entry.assignee_id !== assignee_id)
    const before = begun.slice(0, n).filter((i) => log[i]!.assignee_id === assignee_id)
    return {
      inbox_id,
      assignee_id: assignee_id!,
      assigned_at: new Date(at).toISOString(),
      ended_at: iso(end),
      previous_at: iso(log[before.at(-1) ?? -1]),
      resolved_now: log.at(-1)!.status === 'resolved',
      resolved_theirs: resolvedWith.has(assignee_id),
    }
  })
}

export type Count = {
  measure: Measure
  day: string
  inbox_id: string
  hour: number
  agent_id: string
  dim: string
  count: number
  seconds: number
}

/** Everything reports count in a conversation, one row each. */
export function countsOf(inbox_id: string, log: readonly Entry[], zone: string): Count[] {
  const rows: Count[] = []
  const add = (measure: Measure, at: string | number | null, more: Partial<Count> = {}) => {
    if (at === null) return
    const moment = new Date(at)
    const hour = measure === 'incoming' ? Math.floor(timeOf(moment, zone) / 3_600_000) : 0
    rows.push({
      measure,
      day: dayOf(moment, zone),
      inbox_id,
      hour,
      agent_id: '0',
      dim: '',
      count: 1,
      seconds: 0,
      ...more,
    })
  }
  const fact = factsOf(inbox_id, log)
  add('created', fact.created_at, { dim: `${fact.status}/${fact.priority}` })
  add('asked', fact.asked_at)
  const agent = { agent_id: fact.human_id ?? '0' }
  if (fact.human_seconds !== null) add('human_reply', fact.asked_at, { ...agent, ...timed(fact.human_seconds) })
  if (fact.working_seconds !== null) add('working_reply', fact.asked_at, { ...agent, ...timed(fact.working_seconds) })
  if (fact.ai_seconds !== null) add('ai_reply', fact.asked_at, timed(fact.ai_seconds))
  add('ai_touched', fact.ai_at, { dim: fact.resolved_at !== null && fact.human_at === null ? 'contained' : '' })
  add('handed_over', fact.handed_over_at)
  add('resolved', fact.resolved_at, {
    agent_id: fact.resolved_by_id ?? '0',
    dim: fact.resolved_by ?? '',
    seconds: fact.resolution_seconds ?? 0,
  })
  for (const given of assignmentsOf(inbox_id, log)) {
    if (given.previous_at !== null) continue
    const dim = given.resolved_now || given.resolved_theirs ? 'resolved' : ''
    add('assigned', given.assigned_at, { agent_id: given.assignee_id, dim })
  }
  for (const [i, entry] of log.entries()) {
    if (incoming(entry)) add('incoming', entry.at)
    if (outgoing(entry, 'ai_agent')) add('ai', entry.at)
    if (!outgoing(entry, 'agent')) continue
    const agent_id = entry.by.id ?? '0'
    add('human', entry.at, { agent_id })
    const since = waitingSince(log, i)
    if (since !== null)
      add('answer', entry.at, { agent_id, seconds: Math.max(0, Math.floor((entry.at - since) / 1000)) })
  }
  return rows
}

/** The time since which the customer had been waiting: their first message after the last reply. */
export function waitingSince(log: readonly Entry[], before: number): number | null {
  let since: number | null = null
  for (let i = 0; i < before; i++) {
    const entry = log[i]!
    if (incoming(entry)) since ??= entry.at
    const answers = (['agent', 'ai_agent', 'api'] as const).some((type) => outgoing(entry, type))
    if (answers || becameResolved(log, i)) since = null
  }
  return since
}

function incoming({ message }: Entry): boolean {
  return message?.direction === 'incoming'
}

/** Whether it is a message to the customer by one of these. Notes are internal. */
function outgoing({ message, by }: Entry, type: MessageAuthor['type']): boolean {
  return message?.direction === 'outgoing' && !message.private && by.type === type
}

function becameResolved(log: readonly Entry[], i: number): boolean {
  return log[i]!.status === 'resolved' && log[i - 1]?.status !== 'resolved'
}

function iso(entry: Entry | undefined): string | null {
  return entry ? new Date(entry.at).toISOString() : null
}

function between(from: Entry | undefined, to: Entry | undefined): number | null {
  return from && to ? Math.max(0, Math.floor((to.at - from.at) / 1000)) : null
}

/** The bucket of a time, and the time. */
function timed(seconds: number): Pick<Count, 'dim' | 'seconds'> {
  const limits = [
    5, 10, 20, 30, 45, 60, 90, 120, 180, 240, 300, 420, 600, 750, 900, 1200, 1800, 2700, 3600, 5400, 7200, 10800, 14400,
    21600, 28800, 43200, 64800, 86400, 129600, 172800, 259200, 432000, 604800, 1209600, 2592000,
  ]
  const place = limits.findIndex((limit) => seconds <= limit)
  return { dim: String(place < 0 ? limits.length : place).padStart(2, '0'), seconds }
}

const MINUTE = 60_000

/** Whole seconds within business hours, counted minute by minute in local time. */
export function worked(hours: Hours | null, since: number, until: number): number {
  if (!hours) return Math.max(0, Math.floor((until - since) / 1000))
  let passed = 0
  for (let minute = since - (since % MINUTE); minute < until; minute += MINUTE) {
    if (isOpen(hours, minute)) passed += Math.max(0, Math.min(minute + MINUTE, until) - Math.max(minute, since))
  }
  return Math.floor(passed / 1000)
}

function isOpen({ time_zone, intervals, holidays }: Hours, moment: number): boolean {
  const date = dayOf(new Date(moment), time_zone)
  if (holidays.some((holiday) => holiday.date === date)) return false
  const day = new Date(`${date}T00:00:00Z`).getUTCDay() || 7
  const minutes = Math.floor(timeOf(new Date(moment), time_zone) / MINUTE)
  const time = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
  return intervals.some((span) => span.day === day && span.from <= time && time < span.to)
}

/** Mean, median, 90th percentile and distribution, by sorting; null without values. */
export function timesOf(values: readonly number[]): ReplyTimes {
  const sorted = values.toSorted((a, b) => a - b)
  const { length } = sorted
  if (length === 0) return { ...nothing, buckets: reply_steps.map((within) => ({ within, count: 0, share: null })) }
  const middle = [sorted[Math.floor((length - 1) / 2)]!, sorted[Math.floor(length / 2)]!]
  const within = [60, 300, 900, 3600, 14_400, 28_800, 86_400, Infinity]
  const tenths = (value: number) => Math.round(value * 10) / 10
  return {
    count: length,
    mean_seconds: tenths(values.reduce((sum, value) => sum + value, 0) / length),
    median_seconds: (middle[0]! + middle[1]!) / 2,
    p90_seconds: sorted.find((_, i) => (i + 1) * 10 >= length * 9)!,
    buckets: reply_steps.map((step, i) => {
      const count = values.filter((value) => value <= within[i]! && (i === 0 || value > within[i - 1]!)).length
      return { within: step, count, share: tenths((count / length) * 100) }
    }),
  }
}

const nothing = { count: 0, mean_seconds: null, median_seconds: null, p90_seconds: null }
