import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addDays, countDays, dayOf, endOfMonth, momentAt, startOfMonth, timeOf } from '#contract/periods.ts'
import type { Actor } from '#kernel/operation.ts'
import { isFull } from '#test/runs.ts'
import { type Input, type Name, openWorkspace } from '#test/workspace.ts'
import { market, openMarket } from './market.ts'
import { type Raw, readRaw, seenBy } from './raw.ts'
import type { Days } from './reference.ts'
import * as inbox from './reference-inbox.ts'
import { leadResponses } from './reference-leads.ts'
import * as sales from './reference-sales.ts'
import { openWorld, type World } from './world.ts'

/* Every report on random worlds matches a reference computed by loops over all data. */

const workspace = await openWorkspace()
const { sql } = workspace

test('Every report matches a reference computation over all data', async () => {
  await fc.assert(
    fc.asyncProperty(market, async ({ zone, begins, steps, windows }) => {
      const world = await openWorld(workspace, zone, begins)
      const { take, wholesale } = await openMarket(sql, world)
      for (const step of steps) await take(step)
      const raw = await readRaw(sql, world)
      const people = world.people.slice(1) as [Actor, Actor]
      const own = { ...people[0], visibility: 'own' as const }
      const team = { ...people[0], visibility: 'team' as const }
      await checkWindows(world, raw, world.actor(), windows[0]!)
      await checkPeriods(world, raw, world.actor(), windows[1]!, wholesale)
      for (const who of [own, team]) {
        const seen = seenBy(raw, who, { id: world.team_id, members: [people[0].user_id!] })
        await checkWindows(world, seen, who, windows[1]!)
        await checkPeriods(world, seen, who, windows[0]!, wholesale)
      }
    }),
    // A failure prints only the seed, because a world is long.
    { numRuns: isFull ? 12 : 4, endOnFailure: true, includeErrorInReport: true },
  )
})

test('Activities of a deal are hidden from people who see its lead but not the deal', async () => {
  const world = await openWorld(workspace, 'America/Bogota', '2026-05-04T15:00:00Z')
  const [, beto, carla] = world.people as [Actor, Actor, Actor]
  const known = { phone: '+573001112233', estimated_value: 5, owner_id: beto.user_id! }
  const { id: lead_id } = await world.act('crm_create_lead', { name: 'Interesado', ...known })
  const planned = { entity_type: 'lead', entity_id: lead_id, type: 'call', due_at: '2026-05-05T15:00:00Z' } as const
  const { id: activity_id } = await world.act('crm_schedule_activity', planned)
  await world.act('crm_convert_lead', { lead_id, owner_id: carla.user_id! })
  await world.act('crm_complete_activity', { activity_id }, { as: carla })
  const touch = async (as: Actor) =>
    (await world.act('analyze_lead_response_times', {}, { as })).leads.map(({ first_touch }) => first_touch?.by.name)
  assert.deepEqual(await touch(beto), ['Carla'])
  assert.deepEqual(await touch({ ...beto, visibility: 'own' }), [undefined])
})

type Window = { length: number; ago: number }

/** Compares a report with the expected one, as this actor, at the current time of the world. */
async function checkReport<N extends Name>(
  world: World,
  as: Actor,
  name: N,
  input: Input<N>,
  expected: unknown,
): Promise<void> {
  const result = await world.act(name, input, { as })
  assert.deepEqual(result, expected, `${name} ${JSON.stringify(input)} as ${as.visibility}`)
}

/** Checks the reports of a number of days ending some days ago, for all inboxes and for one. */
async function checkWindows(world: World, raw: Raw, as: Actor, { length, ago }: Window): Promise<void> {
  const to = addDays(dayOf(raw.now, raw.zone), -ago)
  const days = { from: addDays(to, 1 - length), to }
  const previous = { from: addDays(days.from, -length), to: addDays(days.from, -1) }
  const teams = [{ id: world.team_id, name: 'Ventas' }]
  for (const inbox_id of [undefined, raw.inboxes[0]!.id]) {
    const input = { ...(ago === 0 ? { days: length } : days), ...(inbox_id && { inbox_id }) }
    await checkReport(world, as, 'get_overview_report', input, inbox.overview(raw, days, previous, inbox_id))
    await checkReport(world, as, 'get_conversations_report', input, inbox.conversations(raw, days, inbox_id))
    await checkReport(world, as, 'get_agents_report', input, inbox.agents(raw, days, inbox_id))
    const beto = raw.people.find(({ name }) => name === 'Beto')!
    await checkReport(
      world,
      as,
      'get_agents_report',
      { ...input, agent: 'beto' },
      inbox.agents(raw, days, inbox_id, beto),
    )
    await checkReport(world, as, 'get_agent_response_times', input, inbox.agentResponseTimes(raw, days, inbox_id))
    await checkReport(world, as, 'get_sla_breaches_report', input, inbox.slaBreaches(raw, days, inbox_id, teams))
    await checkReport(world, as, 'get_crm_report', input, sales.crm(raw, days, inbox_id))
  }
}

/** Checks the reports of periods: given dates, this month until now, and all time. */
async function checkPeriods(
  world: World,
  raw: Raw,
  as: Actor,
  { length, ago }: Window,
  wholesale: { id: string },
): Promise<void> {
  const today = dayOf(raw.now, raw.zone)
  const to = addDays(today, -ago)
  const from = addDays(to, 1 - length)
  const month = startOfMonth(today)
  const lastMonth = { from: startOfMonth(addDays(month, -1)), to: addDays(month, -1) }
  const beforeThat = { from: startOfMonth(addDays(lastMonth.from, -1)), to: addDays(lastMonth.from, -1) }
  const periods: [Input<'get_crm_conversion_report'>, Days, Days | null][] = [
    [
      { date_from: from, date_to: to },
      { from, to },
      { from: addDays(from, -countDays(from, to)), to: addDays(from, -1) },
    ],
    [{}, { from: month, to: today }, sameOfMonthBefore(raw)],
    [{ period: 'today' }, { from: today, to: today }, sameOfYesterday(raw)],
    [{ period: 'last_month' }, lastMonth, beforeThat],
    [{ period: 'all' }, { from: null, to: today }, null],
  ]
  for (const [input, days, previous] of periods) {
    await checkReport(world, as, 'get_crm_funnel', input, sales.funnel(raw, days, defaultOf(raw)))
    const comparing = { ...input, compare_with_previous: true }
    await checkReport(world, as, 'get_crm_conversion_report', comparing, sales.conversion(raw, days, previous))
    await checkReport(world, as, 'get_crm_agent_performance', input, sales.agentPerformance(raw, days, undefined))
    await checkReport(world, as, 'get_crm_lost_reasons_breakdown', input, sales.lostReasons(raw, days))
    await checkReport(
      world,
      as,
      'analyze_lead_response_times',
      { ...input, limit: 100 },
      leadResponses(raw, days, undefined, 100),
    )
    const there = { ...input, pipeline_name: 'mayor' }
    await checkReport(world, as, 'get_crm_funnel', there, sales.funnel(raw, days, wholesale.id))
    await checkReport(world, as, 'get_crm_conversion_report', there, sales.conversion(raw, days, null, wholesale.id))
    await checkReport(
      world,
      as,
      'get_crm_agent_performance',
      { ...there, limit: 1 },
      sales.agentPerformance(raw, days, wholesale.id, 1),
    )
    await checkReport(world, as, 'get_crm_lost_reasons_breakdown', there, sales.lostReasons(raw, days, wholesale.id))
    await checkReport(
      world,
      as,
      'analyze_lead_response_times',
      { ...there, limit: 2 },
      leadResponses(raw, days, wholesale.id, 2),
    )
  }
}

function defaultOf({ pipelines }: Raw): string {
  return pipelines.find(({ kind, is_default }) => kind === 'opportunities' && is_default)!.id
}

/** The part of the previous month that corresponds to this month until now. */
function sameOfMonthBefore({ now, zone }: Raw): Days {
  const today = dayOf(now, zone)
  const last = addDays(startOfMonth(today), -1)
  const same = `${last.slice(0, 8)}${today.slice(8)}`
  const from = startOfMonth(last)
  if (same > endOfMonth(last)) return { from, to: last }
  return { from, to: same, until: momentAt(same, timeOf(now, zone), zone) }
}

/** Yesterday up to the current time of day. */
function sameOfYesterday({ now, zone }: Raw): Days {
  const yesterday = addDays(dayOf(now, zone), -1)
  return { from: yesterday, to: yesterday, until: momentAt(yesterday, timeOf(now, zone), zone) }
}
