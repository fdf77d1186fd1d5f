import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addDays, countDays, dayOf, endOfMonth, momentAt, startOfMonth, timeOf } from '#contract/periods.ts'
import type { Actor } from '#kernel/operation.ts'
import { type Input, type Name, openWorkspace } from '#test/workspace.ts'
import { market, openMarket } from './market.ts'
import { type Raw, readRaw, seenBy } from './raw.ts'
import type { Days } from './reference.ts'
import * as inbox from './reference-inbox.ts'
import { leadResponses } from './reference-leads.ts'
import * as sales from './reference-sales.ts'
import { openWorld, type World } from './world.ts'

/* Every report, on random data of random worlds, says what loops over everything there is say. */

const workspace = await openWorkspace()
const { sql } = workspace

test('every report says what a slow look at everything finds', async () => {
  await fc.assert(
    fc.asyncProperty(market, async ({ zone, begins, steps, asked }) => {
      const world = await openWorld(workspace, zone, begins)
      const { take, wholesale } = await openMarket(sql, world)
      for (const step of steps) await take(step)
      const raw = await readRaw(sql, world)
      const people = world.people.slice(1) as [Actor, Actor]
      const own = { ...people[0], visibility: 'own' as const }
      const team = { ...people[0], visibility: 'team' as const }
      await checkWindows(world, raw, world.actor(), asked[0]!)
      await checkPeriods(world, raw, world.actor(), asked[1]!, wholesale)
      for (const who of [own, team]) {
        const seen = seenBy(raw, who, { id: world.team_id, members: [people[0].user_id!] })
        await checkWindows(world, seen, who, asked[1]!)
        await checkPeriods(world, seen, who, asked[0]!, wholesale)
      }
    }),
    // A world is long to tell again: its seed is told, and says enough.
    { numRuns: 12, endOnFailure: true },
  )
})

test('what was done about a deal is not told to who sees the lead it came from, but not the deal', async () => {
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

type Asked = { length: number; ago: number }

/** Asks for a report as somebody, at the moment the world has come to. */
async function asks<N extends Name>(
  world: World,
  as: Actor,
  name: N,
  input: Input<N>,
  expected: unknown,
): Promise<void> {
  const told = await world.act(name, input, { as })
  assert.deepEqual(told, expected, `${name} ${JSON.stringify(input)} as ${as.visibility}`)
}

/** The reports of so many days that end some days ago, in all inboxes and in one. */
async function checkWindows(world: World, raw: Raw, as: Actor, { length, ago }: Asked): Promise<void> {
  const to = addDays(dayOf(raw.now, raw.zone), -ago)
  const days = { from: addDays(to, 1 - length), to }
  const previous = { from: addDays(days.from, -length), to: addDays(days.from, -1) }
  const teams = [{ id: world.team_id, name: 'Ventas' }]
  for (const inbox_id of [undefined, raw.inboxes[0]!.id]) {
    const asked = { ...(ago === 0 ? { days: length } : days), ...(inbox_id && { inbox_id }) }
    await asks(world, as, 'get_overview_report', asked, inbox.overview(raw, days, previous, inbox_id))
    await asks(world, as, 'get_conversations_report', asked, inbox.conversations(raw, days, inbox_id))
    await asks(world, as, 'get_agents_report', asked, inbox.agents(raw, days, inbox_id))
    const beto = raw.people.find(({ name }) => name === 'Beto')!
    await asks(world, as, 'get_agents_report', { ...asked, agent: 'beto' }, inbox.agents(raw, days, inbox_id, beto))
    await asks(world, as, 'get_agent_response_times', asked, inbox.agentResponseTimes(raw, days, inbox_id))
    await asks(world, as, 'get_sla_breaches_report', asked, inbox.slaBreaches(raw, days, inbox_id, teams))
    await asks(world, as, 'get_crm_report', asked, sales.crm(raw, days, inbox_id))
  }
}

/** The reports of periods: so many days by their dates, this month as far as it has come, and ever. */
async function checkPeriods(
  world: World,
  raw: Raw,
  as: Actor,
  { length, ago }: Asked,
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
  for (const [asked, days, previous] of periods) {
    await asks(world, as, 'get_crm_funnel', asked, sales.funnel(raw, days, defaultOf(raw)))
    const comparing = { ...asked, compare_with_previous: true }
    await asks(world, as, 'get_crm_conversion_report', comparing, sales.conversion(raw, days, previous))
    await asks(world, as, 'get_crm_agent_performance', asked, sales.agentPerformance(raw, days, undefined))
    await asks(world, as, 'get_crm_lost_reasons_breakdown', asked, sales.lostReasons(raw, days))
    await asks(
      world,
      as,
      'analyze_lead_response_times',
      { ...asked, limit: 100 },
      leadResponses(raw, days, undefined, 100),
    )
    const there = { ...asked, pipeline_name: 'mayor' }
    await asks(world, as, 'get_crm_funnel', there, sales.funnel(raw, days, wholesale.id))
    await asks(world, as, 'get_crm_conversion_report', there, sales.conversion(raw, days, null, wholesale.id))
    await asks(
      world,
      as,
      'get_crm_agent_performance',
      { ...there, limit: 1 },
      sales.agentPerformance(raw, days, wholesale.id, 1),
    )
    await asks(world, as, 'get_crm_lost_reasons_breakdown', there, sales.lostReasons(raw, days, wholesale.id))
    await asks(
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

/** As much of the month before as has passed of this one. */
function sameOfMonthBefore({ now, zone }: Raw): Days {
  const today = dayOf(now, zone)
  const last = addDays(startOfMonth(today), -1)
  const same = `${last.slice(0, 8)}${today.slice(8)}`
  const from = startOfMonth(last)
  if (same > endOfMonth(last)) return { from, to: last }
  return { from, to: same, until: momentAt(same, timeOf(now, zone), zone) }
}

/** As much of yesterday as has passed of today. */
function sameOfYesterday({ now, zone }: Raw): Days {
  const yesterday = addDays(dayOf(now, zone), -1)
  return { from: yesterday, to: yesterday, until: momentAt(yesterday, timeOf(now, zone), zone) }
}
