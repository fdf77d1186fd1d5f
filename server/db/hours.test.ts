import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import type { BusinessHours, Sla } from '#contract/records/inbox.ts'
import { openDatabase } from '#db/database.ts'
import { makeDatabase } from '#test/database.ts'
import { runs } from '#test/runs.ts'

/* Business hours as computed in SQL, compared with a model that checks the local time minute by minute. */

const database = openDatabase(await makeDatabase(), () => {}, 4)
after(() => database.close())
const { sql } = database

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Time zones with moments at which their clocks change, or any moment if they never do. */
const zones = {
  'America/Bogota': ['2026-03-08T07:00:00Z', '2026-11-15T15:00:00Z'],
  'America/Santiago': ['2026-04-05T03:00:00Z', '2026-09-06T04:00:00Z'],
  'America/New_York': ['2026-03-08T07:00:00Z', '2026-11-01T06:00:00Z'],
  'America/Havana': ['2026-03-08T05:00:00Z', '2026-11-01T05:00:00Z'],
  'Europe/Madrid': ['2026-03-29T01:00:00Z', '2026-10-25T01:00:00Z'],
  'Australia/Lord_Howe': ['2026-04-04T15:00:00Z', '2026-10-03T15:30:00Z'],
} as const

type Hours = Pick<BusinessHours, 'time_zone' | 'intervals' | 'holidays'>

const clocks = new Map<string, Intl.DateTimeFormat>()

/** Local date and time. */
function wall(zone: string, moment: number): { date: string; day: number; time: string } {
  if (!clocks.has(zone)) clocks.set(zone, new Intl.DateTimeFormat('sv-SE', { timeZone: zone, ...style }))
  const [date, time] = clocks.get(zone)!.format(moment).split(' ') as [string, string]
  return { date, time, day: new Date(`${date}T00:00:00Z`).getUTCDay() || 7 }
}

const style = { dateStyle: 'short', timeStyle: 'short' } as const

function isOpen({ time_zone, intervals, holidays }: Hours, moment: number): boolean {
  const { date, day, time } = wall(time_zone, moment)
  if (holidays.some((holiday) => holiday.date === date)) return false
  return intervals.some((span) => span.day === day && span.from <= time && time < span.to)
}

const HORIZON = 40 * DAY

/** Counts minute by minute the time within business hours. Undefined when the search takes too long. */
function walk(hours: Hours, since: number, minutes: number): number | undefined {
  let remaining = minutes * MINUTE
  for (let minute = since - (since % MINUTE); minute < since + HORIZON; minute += MINUTE) {
    if (!isOpen(hours, minute)) continue
    const begins = Math.max(minute, since)
    if (remaining <= minute + MINUTE - begins) return begins + remaining
    remaining -= minute + MINUTE - begins
  }
  return undefined
}

const clock = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

/** The intervals of a day: sorted minutes, taken in pairs. */
const dayOf = (day: number) =>
  fc
    .uniqueArray(fc.oneof(fc.nat({ max: 1440 }), fc.constantFrom(0, 30, 90, 120, 150, 180, 1380, 1410, 1440)), {
      maxLength: 6,
    })
    .map((minutes) => minutes.toSorted((a, b) => a - b))
    .map((minutes) =>
      minutes.flatMap((from, i) => {
        const to = minutes[i + 1]
        return i % 2 === 0 && to !== undefined ? [{ day, from: clock(from), to: clock(to) }] : []
      }),
    )

const week = fc.tuple(...[1, 2, 3, 4, 5, 6, 7].map(dayOf)).map((days) => days.flat())

/** Business hours in a time zone, and a moment near a clock change. */
const schedule = fc
  .constantFrom(...(Object.keys(zones) as (keyof typeof zones)[]))
  .chain((time_zone) =>
    fc.record({
      time_zone: fc.constant(time_zone),
      intervals: week,
      around: fc.constantFrom(...zones[time_zone]).map((moment) => Date.parse(moment)),
      before: fc.oneof(fc.integer({ min: -2 * DAY, max: 4 * DAY }), fc.integer({ min: -2 * HOUR, max: 2 * HOUR })),
      closed: fc.uniqueArray(fc.integer({ min: -3, max: 6 }), { maxLength: 3 }),
    }),
  )
  .map(({ time_zone, intervals, around, before, closed }) => {
    const since = around - before
    const holidays = closed.map((days) => ({ date: wall(time_zone, since + days * DAY).date, name: 'Fiesta' }))
    return { hours: { time_zone, intervals, holidays, out_of_office_message: null }, since }
  })

const at = (moment: number) => new Date(moment).toISOString()

async function workingAfter(hours: Hours, since: number, minutes: number): Promise<string | null> {
  const [row] = await sql<{ at: string | null }>`
    select working_after(${hours}::jsonb, ${at(since)}::timestamptz, ${minutes}) as at`
  return row!.at
}

test('Business hours follow local time, on any day in any zone', async () => {
  await fc.assert(
    fc.asyncProperty(
      schedule,
      fc.array(fc.integer({ min: 0, max: 3 * DAY }), { maxLength: 60 }),
      async (given, more) => {
        const { hours, since } = given
        const moments = [0, ...more].map((later) => since + later)
        const rows = await sql<{ open: boolean }>`
        select is_open(${hours}::jsonb, at) as open from unnest(${moments.map(at)}::timestamptz[]) with ordinality as m (at, n) order by n`
        assert.deepEqual(
          rows.map(({ open }) => open),
          moments.map((moment) => isOpen(hours, moment)),
        )
      },
    ),
    runs(150),
  )
})

test('Working minutes after a moment match a count minute by minute', async () => {
  await fc.assert(
    fc.asyncProperty(schedule, fc.integer({ min: 1, max: 3000 }), async ({ hours, since }, minutes) => {
      const found = await workingAfter(hours, since, minutes)
      const walked = walk(hours, since, minutes)
      if (walked !== undefined) assert.equal(found, at(walked))
      else assert.ok(found === null || Date.parse(found) >= since + HORIZON)
    }),
    runs(120),
  )
})

test('Adding working minutes in steps gives the same moment as all at once', async () => {
  await fc.assert(
    fc.asyncProperty(
      schedule,
      fc.integer({ min: 1, max: 600 }),
      fc.integer({ min: 1, max: 600 }),
      async ({ hours, since }, first, second) => {
        const middle = await workingAfter(hours, since, first)
        const stepwise = middle === null ? null : await workingAfter(hours, Date.parse(middle), second)
        const together = await workingAfter(hours, since, first + second)
        // The limit of two years leaves a little less time after the first step.
        if (stepwise !== null || together === null) assert.equal(stepwise, together)
      },
    ),
    runs(100),
  )
})

/** Counts minute by minute the time between two moments within business hours, in whole seconds. */
function count(hours: Hours, since: number, until: number): number {
  let worked = 0
  for (let minute = since - (since % MINUTE); minute < until; minute += MINUTE) {
    if (isOpen(hours, minute)) worked += Math.min(minute + MINUTE, until) - Math.max(minute, since)
  }
  return Math.floor(worked / 1000)
}

async function workingBetween(hours: Hours | null, since: number, until: number): Promise<number | null> {
  const [row] = await sql<{ seconds: number | null }>`
    select working_between(${hours}::jsonb, ${at(since)}::timestamptz, ${at(until)}::timestamptz) as seconds`
  return row!.seconds
}

test('Working seconds between two moments match a count minute by minute', async () => {
  const later = fc.oneof(fc.integer({ min: 0, max: 3 * HOUR }), fc.integer({ min: 0, max: 9 * DAY }), fc.constant(0))
  await fc.assert(
    fc.asyncProperty(schedule, later, async ({ hours, since }, span) => {
      assert.equal(await workingBetween(hours, since, since + span), count(hours, since, since + span))
    }),
    runs(200),
  )
})

test('Working seconds between three moments add up, apart from rounding', async () => {
  const span = fc.integer({ min: 0, max: 4 * DAY })
  await fc.assert(
    fc.asyncProperty(schedule, span, span, async ({ hours, since }, first, second) => {
      const middle = since + first
      const [before, after, all] = await Promise.all([
        workingBetween(hours, since, middle),
        workingBetween(hours, middle, middle + second),
        workingBetween(hours, since, middle + second),
      ])
      const parts = before! + after!
      assert.ok(all === parts || all === parts + 1, `${before} + ${after} = ${all}`)
    }),
    runs(100),
  )
})

test('Working minutes after a moment and working seconds until then agree', async () => {
  await fc.assert(
    fc.asyncProperty(schedule, fc.integer({ min: 1, max: 2000 }), async ({ hours, since }, minutes) => {
      const due = await workingAfter(hours, since, minutes)
      if (due !== null) assert.equal(await workingBetween(hours, since, Date.parse(due)), minutes * 60)
    }),
    runs(60),
  )
})

test('Working seconds in examples', async () => {
  const bogota = office('America/Bogota', [1, '08:00', '12:00'], [1, '14:00', '18:00'], [2, '08:00', '24:00'])
  const monday = Date.parse('2026-11-16T00:00:00-05:00')
  const cases: [Hours | null, number, number, number][] = [
    // In the morning; over lunch; from the night before; to the day after, from Monday's last hour.
    [bogota, monday + 9 * HOUR, monday + 10 * HOUR, 3600],
    [bogota, monday + 11.5 * HOUR, monday + 14.5 * HOUR, 3600],
    [bogota, monday - 3 * HOUR, monday + 8.25 * HOUR, 900],
    [bogota, monday + 17 * HOUR, monday + 33 * HOUR, 7200],
    // Closed hours, a reversed range and an empty range count zero.
    [bogota, monday + 19 * HOUR, monday + 23 * HOUR, 0],
    [bogota, monday + 12 * HOUR, monday + 14 * HOUR, 0],
    [bogota, monday + 9 * HOUR, monday + 9 * HOUR, 0],
    [{ ...bogota, holidays: [{ date: '2026-11-16', name: 'Fiesta' }] }, monday, monday + 33 * HOUR, 3600],
    // A skipped hour counts zero, a repeated hour counts twice.
    [
      office('America/New_York', [7, '00:00', '24:00']),
      Date.parse('2026-03-08T00:00:00-05:00'),
      Date.parse('2026-03-09T00:00:00-04:00'),
      23 * 3600,
    ],
    [
      office('America/New_York', [7, '00:00', '24:00']),
      Date.parse('2026-11-01T00:00:00-04:00'),
      Date.parse('2026-11-02T00:00:00-05:00'),
      25 * 3600,
    ],
    // Without business hours every whole second counts.
    [null, monday, monday + 90_500, 90],
    [office('Europe/Madrid'), monday, monday + 30 * DAY, 0],
  ]
  for (const [hours, since, until, seconds] of cases)
    assert.equal(await workingBetween(hours, since, until), seconds, `${at(since)} to ${at(until)}`)
})

test('An answer dated before the question took zero seconds', async () => {
  const moment = Date.parse('2026-11-16T15:00:00Z')
  assert.equal(await workingBetween(office('America/Bogota', [1, '08:00', '18:00']), moment, moment - 3000), 0)
  assert.equal(await workingBetween(null, moment, moment - 3000), 0)
})

const office = (time_zone: string, ...spans: [day: number, from: string, to: string][]): Hours => ({
  time_zone,
  intervals: spans.map(([day, from, to]) => ({ day, from, to })),
  holidays: [],
})

test('Business hours in examples', async () => {
  const bogota = office('America/Bogota', [1, '08:00', '12:00'], [1, '14:00', '18:00'], [2, '08:00', '24:00'])
  const monday = Date.parse('2026-11-16T00:00:00-05:00')
  const cases: [Hours, number, number, string][] = [
    [bogota, monday + 9 * HOUR, 15, '2026-11-16T09:15:00-05:00'],
    [bogota, monday, 15, '2026-11-16T08:15:00-05:00'],
    // Over lunch, to the minute and beyond.
    [bogota, monday + 11 * HOUR, 60, '2026-11-16T12:00:00-05:00'],
    [bogota, monday + 11 * HOUR, 61, '2026-11-16T14:01:00-05:00'],
    [bogota, monday + 13 * HOUR, 1, '2026-11-16T14:01:00-05:00'],
    // Until midnight, and from there to Monday.
    [bogota, monday + 17 * HOUR, 60 + 960, '2026-11-18T00:00:00-05:00'],
    [bogota, monday + 17 * HOUR, 60 + 961, '2026-11-23T08:01:00-05:00'],
    [
      { ...bogota, holidays: [{ date: '2026-11-17', name: 'Fiesta' }] },
      monday + 17 * HOUR,
      61,
      '2026-11-23T08:01:00-05:00',
    ],
    // Open around the clock, across a skipped and a repeated hour.
    [
      office('America/New_York', [7, '00:00', '24:00']),
      Date.parse('2026-03-08T00:00:00-05:00'),
      180,
      '2026-03-08T04:00:00-04:00',
    ],
    [
      office('America/New_York', [7, '00:00', '24:00']),
      Date.parse('2026-11-01T00:00:00-04:00'),
      180,
      '2026-11-01T02:00:00-05:00',
    ],
    // In Havana the first hour of the day repeats.
    [
      office('America/Havana', [7, '00:00', '00:44']),
      Date.parse('2026-11-01T00:43:00-04:00'),
      2,
      '2026-11-01T00:01:00-05:00',
    ],
    // In Santiago midnight is skipped, or Saturday's last hour repeats.
    [
      office('America/Santiago', [7, '00:00', '08:00']),
      Date.parse('2026-09-05T12:00:00Z'),
      60,
      '2026-09-06T02:00:00-03:00',
    ],
    [
      office('America/Santiago', [6, '22:00', '24:00']),
      Date.parse('2026-04-04T12:00:00Z'),
      180,
      '2026-04-05T00:00:00-04:00',
    ],
  ]
  for (const [hours, since, minutes, due] of cases)
    assert.equal(await workingAfter(hours, since, minutes), at(Date.parse(due)), `${at(since)} + ${minutes}`)
})

test('Without any open hours nothing is due and it is never open', async () => {
  const never = office('Europe/Madrid')
  assert.equal(await workingAfter(never, Date.now(), 1), null)
  const [row] = await sql<{ open: boolean; none: boolean; due: string | null; clock: string }>`
    select is_open(${never}::jsonb, now()) as open, is_open(null, now()) as none,
           due_after(${never}::jsonb, now(), 15) as due,
           due_after(null, '2026-11-15T15:00:00Z', 15) as clock`
  assert.deepEqual(row, { open: false, none: true, due: null, clock: '2026-11-15T15:15:00.000Z' })
})

const target = (
  priority: Sla['targets'][number]['priority'],
  first: number | null,
  next: number | null,
  resolution: number | null,
) => ({
  priority,
  first_response_minutes: first,
  next_response_minutes: next,
  resolution_minutes: resolution,
})

type ConversationState = { priority: string; status: string; waiting: boolean; replied: boolean }

/** Due times in minutes after noon on a Sunday, for a conversation opened an hour before. */
async function dues(sla: Sla, hours: Hours | null, { priority, status, waiting, replied }: ConversationState) {
  const noon = Date.parse('2026-11-15T17:00:00Z')
  const [row] = await sql<Record<string, string | null>>`
    select d.* from sla_schedule(${hours}::jsonb, ${sla}::jsonb, ${priority}, ${status}, ${at(noon - HOUR)}::timestamptz,
      ${waiting ? at(noon) : null}::timestamptz, ${replied ? at(noon - HOUR) : null}::timestamptz) d`
  const { first_response_due_at, next_response_due_at, resolution_due_at } = row!
  return [first_response_due_at, next_response_due_at, resolution_due_at].map((due) =>
    due == null ? null : (Date.parse(due) - noon) / MINUTE,
  )
}

test('Deadlines follow the target of the priority, or else the general one', async () => {
  const sla: Sla = {
    business_hours_only: true,
    targets: [target(null, 15, 30, 240), target('urgent', 5, null, 60), target('none', 20, 20, 20)],
  }
  const waits = { priority: 'high', status: 'open', waiting: true, replied: false }
  assert.deepEqual(await dues(sla, null, waits), [15, null, 180])
  assert.deepEqual(await dues(sla, null, { ...waits, replied: true }), [null, 30, 180])
  assert.deepEqual(await dues(sla, null, { ...waits, waiting: false }), [null, null, 180])
  assert.deepEqual(await dues(sla, null, { ...waits, priority: 'urgent' }), [5, null, 0])
  assert.deepEqual(await dues(sla, null, { ...waits, priority: 'urgent', replied: true }), [null, null, 0])
  assert.deepEqual(await dues(sla, null, { ...waits, priority: 'none' }), [20, null, -40])
  for (const status of ['pending', 'snoozed'])
    assert.deepEqual(await dues(sla, null, { ...waits, status }), [15, null, 180])
  assert.deepEqual(await dues(sla, null, { ...waits, status: 'resolved' }), [null, null, null])
  assert.deepEqual(await dues({ ...sla, targets: [] }, null, waits), [null, null, null])
  assert.deepEqual(await dues({ ...sla, targets: [target('low', 1, 1, 1)] }, null, waits), [null, null, null])
})

test('Only working minutes count, unless the inbox is set otherwise', async () => {
  const hours = office('America/Bogota', [1, '08:00', '18:00'])
  const sla: Sla = { business_hours_only: true, targets: [target(null, 15, 30, 240)] }
  const waits = { priority: 'none', status: 'open', waiting: true, replied: false }
  const untilMonday = 20 * 60
  assert.deepEqual(await dues(sla, hours, waits), [untilMonday + 15, null, untilMonday + 240])
  assert.deepEqual(await dues({ ...sla, business_hours_only: false }, hours, waits), [15, null, 180])
  assert.deepEqual(await dues(sla, office('America/Bogota'), waits), [null, null, null])
})
