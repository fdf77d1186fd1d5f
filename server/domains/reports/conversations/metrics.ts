import { emptyPart, part, type Part } from '#db/sql.ts'
import { type Days, type Measure, reportRows } from '#domains/reports/rollup/report-rows.ts'
import type { Context } from '#kernel/operation.ts'

export const groupings = ['total', 'day', 'agent', 'inbox'] as const

export type MetricRow = {
  key: string
  conversations: number
  assigned: number
  incoming_messages: number
  outgoing_messages: number
  resolutions: number
  bot_resolutions: number
  bot_handovers: number
  first_responses: number
  first_response_seconds: number
  business_first_response_seconds: number
  resolution_seconds: number
  answers: number
  answer_seconds: number
}

const wanted = [
  'created',
  'assigned',
  'incoming',
  'human',
  'ai',
  'resolved',
  'handed_over',
  'human_reply',
  'working_reply',
  'answer',
] as const satisfies readonly Measure[]

const keys: Record<(typeof groupings)[number], Part> = {
  total: part`'total'`,
  day: part`r.day::text`,
  agent: part`r.agent_id::text`,
  inbox: part`r.inbox_id::text`,
}

type Scope = {
  inbox_id?: string | undefined
  agent_id?: string | undefined
  team_id?: string | undefined
  label_id?: string | undefined
}

/** The figures of conversations and messages on these days, by day, agent or inbox. */
export async function listMetrics(
  ctx: Context,
  by: (typeof groupings)[number],
  days: Days,
  { inbox_id, agent_id, ...of }: Scope,
): Promise<MetricRow[]> {
  const rows = await reportRows(ctx, 'all', wanted, days, inbox_id, onlyConversations(of))
  const count = (measure: Part) => part`coalesce(sum(r.count) filter (where ${measure}), 0)::int`
  const seconds = (measure: Part) => part`coalesce(sum(r.seconds) filter (where ${measure}), 0)::float8`
  return ctx.sql<MetricRow>`
    select ${keys[by]} as key,
           ${count(part`r.measure = 'created'`)} as conversations,
           ${count(part`r.measure = 'assigned'`)} as assigned,
           ${count(part`r.measure = 'incoming'`)} as incoming_messages,
           ${count(part`r.measure in ('human', 'ai')`)} as outgoing_messages,
           ${count(part`r.measure = 'resolved'`)} as resolutions,
           ${count(part`r.measure = 'resolved' and r.dim in ('ai_agent', 'bot')`)} as bot_resolutions,
           ${count(part`r.measure = 'handed_over'`)} as bot_handovers,
           ${count(part`r.measure = 'human_reply'`)} as first_responses,
           ${seconds(part`r.measure = 'human_reply'`)} as first_response_seconds,
           ${seconds(part`r.measure = 'working_reply'`)} as business_first_response_seconds,
           ${seconds(part`r.measure = 'resolved'`)} as resolution_seconds,
           ${count(part`r.measure = 'answer'`)} as answers,
           ${seconds(part`r.measure = 'answer'`)} as answer_seconds
      from (${rows}) r
     where true ${agent_id === undefined ? emptyPart : part`and r.agent_id = ${agent_id}`}
     group by 1 order by 1`
}

/** Conversations (`c`) that have this team and this label now. */
function onlyConversations({ team_id, label_id }: Pick<Scope, 'team_id' | 'label_id'>): Part | undefined {
  if (team_id === undefined && label_id === undefined) return undefined
  const ofTeam = team_id === undefined ? emptyPart : part`and c.team_id = ${team_id}`
  const labelled = part`
    and exists (select from conversation_labels l where l.account_id = c.account_id and l.conversation_id = c.id and l.label_id = ${label_id ?? null})`
  return part`${ofTeam} ${label_id === undefined ? emptyPart : labelled}`
}
