import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addDays, dayOf } from '#contract/periods.ts'
import * as lists from '#contract/report-lists.ts'
import type { Actor } from '#kernel/operation.ts'
import { isFull } from '#test/runs.ts'
import { type Input, openWorkspace } from '#test/workspace.ts'
import { market, openMarket } from './market.ts'
import { checkRecords, totalOf } from './record-lists.ts'
import { openWorld, type World } from './world.ts'

/* Every figure that opens a list equals the total of that list, in random worlds and for limited visibility. */

const workspace = await openWorkspace()
const { sql } = workspace
const { is, valueOf } = lists

test('The number of a report is the total of the list it opens', async () => {
  await fc.assert(
    fc.asyncProperty(market, async ({ zone, begins, steps, windows }) => {
      const world = await openWorld(workspace, zone, begins)
      const { take, wholesale } = await openMarket(sql, world)
      for (const step of steps) await take(step)
      const today = dayOf(new Date(world.now()), zoneOf(world))
      const beto = world.people[1]!
      const account = { ...beto.account, contacts_visibility: 'related' as const }
      for (const as of [world.actor(), { ...beto, account, visibility: 'own' as const }]) {
        for (const { length, ago } of windows) {
          const to = addDays(today, -ago)
          const days = { from: addDays(to, 1 - length), to }
          for (const inbox_id of [undefined, world.inboxes[0]!.id]) {
            await checkWindow(world, as, { days, inbox_id })
            await checkRecords(world, as, { days, inbox_id }, (...figure) => check(world, as, ...figure))
          }
          await checkPeriod(world, as, { days })
          await checkPeriod(world, as, { days, pipeline_id: wholesale.id })
        }
        await checkPeriod(world, as, { days: { from: null, to: today } })
      }
    }),
    { numRuns: isFull ? 6 : 2, endOnFailure: true, includeErrorInReport: true },
  )
})

const zoneOf = (world: World) => world.actor().account.time_zone

type Scope = lists.ReportScope

/** Compares a figure with the total of its list, as this caller. */
async function check(world: World, as: Actor, figure: string, count: number, behind: lists.ReportList) {
  const { total, shown } = await measure(world, as, behind)
  assert.equal(total, count, `${figure} as ${as.visibility}: ${JSON.stringify(shown)}`)
}

async function measure(world: World, as: Actor, behind: lists.ReportList) {
  if ('filters' in behind) return { total: await totalOf(world, as, behind), shown: behind }
  const { list, all } = behind
  const filter = { any: [{ all: [...all] }] }
  const total =
    list === 'conversations'
      ? (await world.act('count_conversations', { status: 'all', filter }, { as })).all
      : list === 'contacts'
        ? (await world.act('count_contacts', { filter }, { as })).count
        : (await world.act('get_sales_totals', { resource: list, filter }, { as })).count
  return { total, shown: all }
}

/** Reports of a window: overview, conversations and sales. */
async function checkWindow(world: World, as: Actor, scope: Scope & { days: { from: string; to: string } }) {
  const input = { ...scope.days, ...(scope.inbox_id && { inbox_id: scope.inbox_id }) }
  const verify = (figure: string, count: number, list: lists.ReportList) => check(world, as, figure, count, list)
  const overview = await world.act('get_overview_report', input, { as })
  const { kpis } = overview
  await verify('conversations', kpis.conversations.current!, lists.created('conversations', scope))
  await verify('resolved', kpis.resolved.current!, lists.conversationsBy('last_resolved_at', scope))
  await verify('contacts', kpis.contacts.current!, lists.created('contacts', scope))
  await verify('leads', kpis.leads.current!, lists.created('leads', scope))
  await verify('opportunities', kpis.opportunities.current!, lists.created('opportunities', scope))
  await verify('won', kpis.won.current!, lists.closed(['won'], scope))
  for (const { status, count } of overview.by_status)
    await verify(status, count, lists.created('conversations', scope, is('status', 'equal_to', status)))
  for (const { priority, count } of overview.by_priority)
    await verify(priority, count, lists.created('conversations', scope, is('priority', 'equal_to', priority)))
  for (const { channel, count } of overview.by_channel)
    await verify(channel, count, lists.created('conversations', scope, is('channel', 'equal_to', channel)))
  if (as.visibility === 'all') {
    await verify('contacts', kpis.contacts.current!, lists.created('contacts', scope))
    for (const { source, contacts } of overview.attribution)
      await verify(source, contacts, lists.created('contacts', scope, is('origin_or_channel', 'equal_to', source)))
  }

  const { first_response: first, ai, queue } = await world.act('get_conversations_report', input, { as })
  await verify('asked', first.asked, lists.conversationsBy('asked_at', scope))
  const unanswered = is('answered_at', 'is_not_present')
  await verify('unanswered', first.unanswered, lists.conversationsBy('asked_at', scope, unanswered))
  for (const kind of ['human', 'business_hours', 'ai'] as const)
    for (const { within, count } of first[kind].buckets)
      await verify(`${kind} ${within}`, count, lists.answeredWithin(kind, within, scope))
  await verify('ai', ai.conversations, lists.conversationsBy('ai_answered_at', scope))
  await verify('contained', ai.contained, lists.conversationsBy('ai_answered_at', scope, ...lists.contained))
  await verify('handovers', ai.handovers, lists.conversationsBy('handed_over_at', scope))
  await verify('waiting', queue.waiting, lists.waiting(scope))

  const { agents } = await world.act('get_agents_report', input, { as })
  for (const { agent, first_responses } of agents) {
    const byAgent = is('answered_by_id', 'equal_to', agent.id)
    await verify('first_responses', first_responses, lists.conversationsBy('asked_at', scope, byAgent))
  }
  const times = await world.act('get_agent_response_times', input, { as })
  for (const { agent, first_response } of times.agents) {
    const byAgent = is('answered_by_id', 'equal_to', agent.id)
    for (const { within, count } of first_response.buckets)
      await verify('times', count, lists.answeredWithin('human', within, scope, byAgent))
  }

  await checkSales(world, as, scope, input)
}

/** The report on sales. */
async function checkSales(world: World, as: Actor, scope: Scope, input: Input<'get_crm_report'>) {
  const verify = (figure: string, count: number, list: lists.ReportList) => check(world, as, figure, count, list)
  const seesAll = as.visibility === 'all'
  const crm = await world.act('get_crm_report', input, { as })
  const steps = { conversations: 'conversations', leads: 'leads', opportunities: 'opportunities' } as const
  for (const { step, count } of crm.funnel)
    await verify(step, count, step === 'won' ? lists.closed(['won'], scope) : lists.created(steps[step], scope))
  for (const { agent, won } of crm.by_owner)
    await verify('owner', won, lists.closed(['won'], scope, valueOf('owner_id', agent?.id ?? null)))
  for (const { source, won } of crm.by_origin)
    await verify('origin', won, lists.closed(['won'], scope, ...lists.ofOrigin({ source })))
  for (const { reason, count } of crm.losses)
    await verify('reason', count, lists.closed(['lost'], scope, lists.ofReason(reason)))
  for (const { source, medium, campaign, ...row } of crm.attribution) {
    const origin = lists.ofOrigin({ source, medium, campaign })
    if (seesAll) await verify('origin contacts', row.contacts, lists.created('contacts', scope, ...origin))
    await verify('origin leads', row.leads, lists.created('leads', scope, ...origin))
    await verify('origin deals', row.opportunities, lists.created('opportunities', scope, ...origin))
    await verify('origin won', row.won, lists.closed(['won'], scope, ...origin))
  }
}

/** Reports of a period: funnel, won and lost, performance, lost reasons and response to leads. */
async function checkPeriod(world: World, as: Actor, scope: Scope) {
  const { from, to } = scope.days
  const period = from === null ? ({ period: 'all' } as const) : { date_from: from, date_to: to }
  const input = { ...period, ...(scope.pipeline_id && { pipeline_name: scope.pipeline_id }) }
  const verify = (figure: string, count: number, list: lists.ReportList) => check(world, as, figure, count, list)

  const funnel = await world.act('get_crm_funnel', input, { as })
  const here = { ...scope, pipeline_id: funnel.pipeline.id }
  await verify('total', funnel.total.count, lists.created('opportunities', here))
  for (const outcome of ['won', 'lost'] as const) {
    const inStage = is('stage_type', 'equal_to', outcome)
    await verify(outcome, funnel[outcome].count, lists.created('opportunities', here, inStage))
  }
  const stages = funnel.stages.map(({ stage }) => stage)
  for (const { stage, count, reached_count } of funnel.stages) {
    await verify('stage', count, lists.created('opportunities', here, valueOf('stage_id', stage.id)))
    if (reached_count !== null) await verify('reached', reached_count, lists.reached(stages, stage.id, here))
  }
  for (const { stage, count } of funnel.lost_from)
    await verify('lost from', count, lists.created('opportunities', here, ...lists.lostFrom(stage?.id ?? null)))

  const { current, by_pipeline } = await world.act('get_crm_conversion_report', input, { as })
  await verify('won', current.won, lists.closed(['won'], scope))
  await verify('lost', current.lost, lists.closed(['lost'], scope))
  await verify('closed', current.won + current.lost, lists.closed(['won', 'lost'], scope))
  await verify('reopened', current.reopened, lists.reopened(scope))
  const noAmount = is('amount', 'is_not_present')
  const { without_amount } = current.data_quality
  await verify('without amount', without_amount, lists.closed(['won', 'lost'], scope, noAmount))
  const { negative_cycles } = current.data_quality
  await verify('negative', negative_cycles, lists.closed(['won', 'lost'], scope, lists.is_negative_cycle))
  for (const { pipeline, won, lost } of by_pipeline) {
    const own = { ...scope, pipeline_id: pipeline.id }
    await verify('pipeline', won + lost, lists.closed(['won', 'lost'], own))
  }

  const { agents, totals } = await world.act('get_crm_agent_performance', { ...input, limit: 100 }, { as })
  await verify('open', totals.open, lists.open(scope))
  for (const { agent, won, lost, open, open_created_in_period, amount_won, average_ticket } of agents) {
    const owner = valueOf('owner_id', agent?.id ?? null)
    const { all } = lists.closed(['won'], scope, owner, ...lists.priced(amount_won.currency))
    const filter = { any: [{ all: [...all] }] }
    const priced = await world.act('get_sales_totals', { resource: 'opportunities', filter }, { as })
    const mean = Math.round((amount_won.amount / priced.count) * 100) / 100
    assert.equal(average_ticket, priced.count === 0 ? null : mean, 'the average covers the deals of its list')
    await verify('won of owner', won, lists.closed(['won'], scope, owner))
    await verify('lost of owner', lost, lists.closed(['lost'], scope, owner))
    await verify('open of owner', open, lists.open(scope, owner))
    const isNew = lists.created('opportunities', scope, is('status', 'equal_to', 'open'), owner)
    await verify('new of owner', open_created_in_period, isNew)
  }

  const lost = await world.act('get_crm_lost_reasons_breakdown', input, { as })
  await verify('all lost', lost.total.count, lists.closed(['lost'], scope))
  for (const { reason, count } of lost.reasons)
    await verify('reason', count, lists.closed(['lost'], scope, lists.ofReason(reason)))
  await verify('lost leads', lost.total_leads, lists.lostLeads(scope))
  for (const { reason, count } of lost.leads)
    await verify('lead reason', count, lists.lostLeads(scope, lists.ofReason(reason)))

  for (const source of [undefined, 'ads', 'pagina', 'Whatsapp '])
    await checkLeadResponses(world, as, scope, { ...input, ...(source && { source }) })
}

type LeadInput = Input<'analyze_lead_response_times'>

/** Response to leads, of all sources or of some. */
async function checkLeadResponses(world: World, as: Actor, scope: Scope, input: LeadInput) {
  const verify = (figure: string, count: number, list: lists.ReportList) => check(world, as, figure, count, list)
  const named = input.source ? [is('source_name', 'contains', input.source.trim())] : []
  const response = await world.act('analyze_lead_response_times', { ...input, limit: 1 }, { as })
  for (const { agent, figures } of [
    { agent: undefined, figures: response.totals },
    ...response.by_agent.map(({ agent, ...figures }) => ({ agent, figures })),
  ]) {
    const own = [...named, ...(agent === undefined ? [] : [valueOf('responsible_id', agent?.id ?? null)])]
    const { total, contacted, customer_replied, no_conversation, buckets } = figures
    await verify('leads', total, lists.created('leads', scope, ...own))
    await verify('contacted', contacted, lists.created('leads', scope, is('answer_seconds', 'is_present'), ...own))
    const replied = is('customer_replied', 'equal_to', true)
    await verify('replied', customer_replied, lists.created('leads', scope, replied, ...own))
    const silent = is('has_conversation', 'equal_to', false)
    await verify('no conversation', no_conversation, lists.created('leads', scope, silent, ...own))
    for (const { within, count } of buckets) await verify(within, count, lists.leadsAnswered(within, scope, ...own))
  }
}
