import { addDays, countDays, dayOf, startOfDay, startOfMonth, startOfWeek, startOfYear } from '#contract/periods.ts'
import type { ConversationMetrics } from '#contract/records/report.ts'
import { type Query, readBoolean, readId, readText } from '#doors/classic/request.ts'
import type { AddRoute, ClassicCall } from '#doors/classic/route.ts'
import { reject } from '#kernel/problem.ts'

type Days = { from: string; to: string }
type Scope = { inbox_id?: string; agent_id?: string; team_id?: string; label_id?: string }
type Kind = 'agent' | 'inbox' | 'team' | 'label'

const SECONDS_A_DAY = 86_400
const DEFAULT_DAYS = 30

/** Figures for dashboards. Days are those of the workspace, and the sums those of our own reports. */
export function addReportRoutes(addRoute: AddRoute): void {
  addRoute('GET', '/reports/summary', async (call) => {
    const days = readDays(call)
    const length = countDays(days.from, days.to)
    const before = { from: addDays(days.from, -length), to: addDays(days.from, -1) }
    const [now, previous] = await Promise.all([summary(call, days), summary(call, before)])
    return { ...now, previous }
  })

  addRoute('GET', '/reports', async (call) => {
    const metric = metricOf(call.query)
    const rows = await read(call, 'day', readDays(call), await scopeOf(call))
    const isAgent = call.query.type === 'agent'
    const groups = Map.groupBy(rows, ({ key }) => startOfGroup(key, call.query.group_by))
    return [...groups].map(([day, own]) => ({
      ...metric(own, isAgent, readBoolean(call.query.business_hours) === true),
      timestamp: startOfDay(day, call.account.time_zone).getTime() / 1000,
    }))
  })

  for (const kind of kinds) addRoute('GET', `/summary_reports/${kind}`, (call) => summaries(call, kind))
}

/** The days of the query: local days from `since` until `until`, both in seconds. */
function readDays({ query, account }: ClassicCall): Days {
  const until = readSeconds(query.until) ?? Math.floor(Date.now() / 1000)
  const since = readSeconds(query.since) ?? until - DEFAULT_DAYS * SECONDS_A_DAY
  if (since > until) reject('invalid_value', 'since must not be after until.', 'since')
  // The end itself is not part of the period, unless it is the whole of it.
  const last = Math.max(since, until - 1)
  return { from: localDay(since, account.time_zone), to: localDay(last, account.time_zone) }
}

function readSeconds(value: unknown): number | undefined {
  const text = readText(value)
  if (text === undefined) return undefined
  const digits = readId(text)
  const seconds = Number(digits)
  // Up to the year 2199, which reports cover.
  if (digits === undefined || seconds > 7_226_000_000)
    return reject('invalid_value', 'Give since and until in seconds since 1970.', 'since')
  return seconds
}

function localDay(seconds: number, time_zone: string): string {
  return dayOf(new Date(seconds * 1000), time_zone)
}

async function read({ invoke }: ClassicCall, by: string, days: Days, scope: Scope): Promise<ConversationMetrics[]> {
  return (await invoke<{ rows: ConversationMetrics[] }>('get_conversation_metrics', { by, ...days, ...scope })).rows
}

/** Limits the figures to the record that `type` and `id` name. */
async function scopeOf({ query }: ClassicCall): Promise<Scope> {
  const type = readText(query.type) ?? 'account'
  const id = readId(query.id)
  if (type === 'account') return {}
  if (!isKind(type))
    return reject('invalid_value', `There are no figures by ${type}; use account, ${kinds.join(', ')}.`, 'type')
  return id === undefined ? {} : { [`${type}_id`]: id }
}

const kinds = ['agent', 'inbox', 'team', 'label'] as const satisfies readonly Kind[]

function isKind(type: string): type is Kind {
  return (kinds as readonly string[]).includes(type)
}

async function summary(call: ClassicCall, days: Days) {
  const [row = none] = await read(call, 'total', days, await scopeOf(call))
  const isBusiness = readBoolean(call.query.business_hours) === true
  return {
    conversations_count: call.query.type === 'agent' ? row.assigned : row.conversations,
    incoming_messages_count: row.incoming_messages,
    outgoing_messages_count: row.outgoing_messages,
    avg_first_response_time: isBusiness ? row.business_hours_mean_seconds : row.first_response_mean_seconds,
    avg_resolution_time: row.resolution_mean_seconds,
    resolutions_count: row.resolutions,
    reply_time: row.answer_mean_seconds,
  }
}

const none: ConversationMetrics = {
  key: '',
  conversations: 0,
  assigned: 0,
  incoming_messages: 0,
  outgoing_messages: 0,
  resolutions: 0,
  bot_resolutions: 0,
  bot_handovers: 0,
  first_responses: 0,
  first_response_mean_seconds: null,
  business_hours_mean_seconds: null,
  resolution_mean_seconds: null,
  answers: 0,
  answer_mean_seconds: null,
}

type Metric = (
  rows: readonly ConversationMetrics[],
  isAgent: boolean,
  isBusiness: boolean,
) => { value: number; count?: number }

const sum = (rows: readonly ConversationMetrics[], value: (row: ConversationMetrics) => number) =>
  rows.reduce((all, row) => all + value(row), 0)

/** The mean over several days, by the number of cases of each. */
function average(
  rows: readonly ConversationMetrics[],
  count: (row: ConversationMetrics) => number,
  mean: (row: ConversationMetrics) => number | null,
) {
  const all = sum(rows, count)
  const seconds = sum(rows, (row) => (mean(row) ?? 0) * count(row))
  return { value: all === 0 ? 0 : Math.round((seconds / all) * 10) / 10, count: all }
}

const metrics: Record<string, Metric> = {
  conversations_count: (rows, isAgent) => ({
    value: sum(rows, (row) => (isAgent ? row.assigned : row.conversations)),
  }),
  incoming_messages_count: (rows) => ({ value: sum(rows, (row) => row.incoming_messages) }),
  outgoing_messages_count: (rows) => ({ value: sum(rows, (row) => row.outgoing_messages) }),
  resolutions_count: (rows) => ({ value: sum(rows, (row) => row.resolutions) }),
  bot_resolutions_count: (rows) => ({ value: sum(rows, (row) => row.bot_resolutions) }),
  bot_handoffs_count: (rows) => ({ value: sum(rows, (row) => row.bot_handovers) }),
  avg_first_response_time: (rows, _, isBusiness) =>
    average(
      rows,
      (row) => row.first_responses,
      (row) => (isBusiness ? row.business_hours_mean_seconds : row.first_response_mean_seconds),
    ),
  avg_resolution_time: (rows) =>
    average(
      rows,
      (row) => row.resolutions,
      (row) => row.resolution_mean_seconds,
    ),
  reply_time: (rows) =>
    average(
      rows,
      (row) => row.answers,
      (row) => row.answer_mean_seconds,
    ),
}

function metricOf({ metric }: Query): Metric {
  const name = readText(metric) ?? ''
  const sentence = `'${name}' is not a valid metric; use one of: ${Object.keys(metrics).join(', ')}.`
  return Object.hasOwn(metrics, name) ? metrics[name]! : reject('invalid_value', sentence, 'metric')
}

function startOfGroup(day: string, group: unknown): string {
  if (group === 'week') return startOfWeek(day)
  if (group === 'month') return startOfMonth(day)
  return group === 'year' ? startOfYear(day) : day
}

/** One line for each record of the kind. Teams and labels are those that conversations have now. */
async function summaries(call: ClassicCall, kind: Kind) {
  const { items } = await call.invoke<{ items: { id: string }[] }>(lists[kind])
  const days = readDays(call)
  const isBusiness = readBoolean(call.query.business_hours) === true
  const rowsOf = await readerOf(call, kind, days)
  const lines = []
  for (const { id } of items) {
    const found = await rowsOf(id)
    const mean = (name: string) => {
      const { value, count } = metrics[name]!(found, kind === 'agent', isBusiness)
      return count === 0 ? null : value
    }
    lines.push({
      id: Number(id),
      conversations_count: metrics.conversations_count!(found, kind === 'agent', isBusiness).value,
      resolved_conversations_count: metrics.resolutions_count!(found, kind === 'agent', isBusiness).value,
      avg_resolution_time: mean('avg_resolution_time'),
      avg_first_response_time: mean('avg_first_response_time'),
      avg_reply_time: mean('reply_time'),
    })
  }
  return lines
}

const lists = { agent: 'list_agents', inbox: 'list_inboxes', team: 'list_teams', label: 'list_labels' } as const

/** Finds the figures of a record: those of all agents or inboxes are read at once, others one by one. */
async function readerOf(call: ClassicCall, kind: Kind, days: Days) {
  if (kind === 'team' || kind === 'label') return (id: string) => read(call, 'total', days, { [`${kind}_id`]: id })
  const rows = await read(call, kind, days, {})
  return async (id: string) => rows.filter(({ key }) => key === id)
}
