import assert from 'node:assert/strict'
import { priorities } from '#contract/records/conversation.ts'
import { sla_kinds } from '#contract/records/quality.ts'
import * as lists from '#contract/report-lists.ts'
import {
  assignedTo,
  assignments,
  breaches,
  inTeam,
  messages,
  surveys,
  type RecordList,
} from '#contract/report-records.ts'
import type { Actor } from '#kernel/operation.ts'
import type { World } from './world.ts'

/* The figures that count messages, assignments, SLA breaches and surveys, and their lists. */

type Scope = lists.ReportScope & { days: { from: string; to: string } }
type Verify = (figure: string, count: number, list: lists.ReportList) => Promise<void>

/** The total of a list. Its pages hold as many records, each once. */
export async function totalOf(world: World, as: Actor, { list, filters }: RecordList): Promise<number> {
  const name = `list_${list}` as const
  const seen: string[] = []
  let total: number | undefined
  let cursor: string | null = null
  do {
    const page: { items: { id: string }[]; total?: number | undefined; next_cursor: string | null } = await world.act(
      name,
      { ...filters, include_total: true, limit: 40, ...(cursor && { cursor }) },
      { as },
    )
    assert.equal(page.total === undefined, cursor !== null, 'the total is on the first page')
    total ??= page.total
    seen.push(...page.items.map(({ id }) => id))
    cursor = page.next_cursor
  } while (cursor)
  assert.equal(new Set(seen).size, seen.length)
  assert.equal(total, seen.length)
  return seen.length
}

/** Compares the figures of a window with their lists. */
export async function checkRecords(world: World, as: Actor, scope: Scope, verify: Verify) {
  const input = { ...scope.days, ...(scope.inbox_id && { inbox_id: scope.inbox_id }) }
  await checkMessages(world, as, scope, input, verify)
  await checkAgents(world, as, scope, input, verify)
  await checkBreaches(world, as, scope, input, verify)
  await checkSurveys(world, as, scope, input, verify)
}

type Input = { from: string; to: string; inbox_id?: string }

async function checkMessages(world: World, as: Actor, scope: Scope, input: Input, verify: Verify) {
  const { kpis, daily } = await world.act('get_overview_report', input, { as })
  const senders = { incoming_messages: 'customer', human_messages: 'person', ai_messages: 'ai_agent' } as const
  for (const [figure, sender] of Object.entries(senders)) {
    const key = figure as keyof typeof senders
    await verify(figure, kpis[key].current!, messages(scope, { sender }))
    for (const { day, [key]: count } of daily.filter((each) => each[key] > 0).slice(0, 2))
      await verify(`${figure} on ${day}`, count, messages({ ...scope, days: { from: day, to: day } }, { sender }))
  }
  const { heatmap, ai } = await world.act('get_conversations_report', input, { as })
  await verify('ai messages', ai.messages, messages(scope, { sender: 'ai_agent' }))
  const busy = heatmap.filter(({ count }) => count > 0)
  for (const { weekday, hour, count } of [...busy.slice(0, 6), heatmap.find((each) => each.count === 0)!])
    await verify(`hour ${hour}`, count, messages(scope, { sender: 'customer', weekday, hour }))
}

async function checkAgents(world: World, as: Actor, scope: Scope, input: Input, verify: Verify) {
  const { agents } = await world.act('get_agents_report', input, { as })
  const sum = (of: (row: (typeof agents)[number]) => number) => agents.reduce((total, each) => total + of(each), 0)
  await verify(
    'assigned',
    sum(({ assigned }) => assigned),
    assignments(scope),
  )
  await verify(
    'resolved',
    sum(({ resolved }) => resolved),
    assignments(scope, { resolved_only: true }),
  )
  await verify(
    'messages',
    sum((each) => each.messages),
    messages(scope, { sender: 'agent' }),
  )
  const first = lists.conversationsBy('asked_at', scope, ...lists.answered_by_agent)
  await verify(
    'first responses',
    sum(({ first_responses }) => first_responses),
    first,
  )
  for (const {
    agent: { id: agent },
    ...row
  } of agents) {
    await verify('assigned to', row.assigned, assignments(scope, { agent }))
    await verify('resolved by', row.resolved, assignments(scope, { agent, resolved_only: true }))
    await verify('messages of', row.messages, messages(scope, { agent }))
  }
  const times = await world.act('get_agent_response_times', input, { as })
  await verify('answers', times.totals.answers.count, messages(scope, { answers_only: true }))
  for (const { agent, answers } of times.agents)
    await verify('answers of', answers.count, messages(scope, { agent: agent.id, answers_only: true }))
}

async function checkBreaches(world: World, as: Actor, scope: Scope, input: Input, verify: Verify) {
  const report = await world.act('get_sla_breaches_report', input, { as })
  await verify('breaches', report.totals.total, breaches(scope))
  for (const kind of sla_kinds) await verify(kind, report.totals[kind], breaches(scope, { kind }))
  for (const { day, total } of report.daily.filter((each) => each.total > 0))
    await verify(day, total, breaches({ ...scope, days: { from: day, to: day } }))
  for (const { inbox, total } of report.by_inbox)
    await verify('inbox', total, breaches({ ...scope, inbox_id: inbox!.id }))
  for (const { agent, total, resolution } of report.by_agent) {
    const whose = assignedTo(agent?.id ?? null)
    await verify('breaches of agent', total, breaches(scope, whose))
    await verify('resolutions of agent', resolution, breaches(scope, { ...whose, kind: 'resolution' }))
  }
  for (const { team, total } of report.by_team) await verify('team', total, breaches(scope, inTeam(team?.id ?? null)))
  for (const priority of priorities) {
    const row = report.by_priority.find((each) => each.priority === priority)!
    await verify(priority, row.total, breaches(scope, { priority }))
  }
}

async function checkSurveys(world: World, as: Actor, scope: Scope, input: Input, verify: Verify) {
  const report = await world.act('get_satisfaction_report', input, { as })
  await verify('surveys', report.totals.surveys_sent, surveys(scope))
  await verify('answered', report.totals.surveys_answered, surveys(scope, { answered_only: true }))
  for (const { rating, count } of report.by_rating) await verify(`${rating} stars`, count, surveys(scope, { rating }))
  for (const { agent, surveys_sent, surveys_answered } of report.by_agent) {
    const whose = assignedTo(agent?.id ?? null)
    await verify('surveys of agent', surveys_sent, surveys(scope, whose))
    await verify('answers to agent', surveys_answered, surveys(scope, { ...whose, answered_only: true }))
  }
}
