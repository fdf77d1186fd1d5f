import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countDays } from '#contract/periods.ts'
import { askedDays, askedWindow } from './asked-days.ts'
import { periods } from './report-filters.ts'

const zone = 'America/Bogota'
// The evening before in Bogota.
const now = new Date('2026-11-16T03:00:00Z')

test('days are those of the account, not of the browser', () => {
  assert.deepEqual(askedDays({ period: 'today' }, now, zone).days, { from: '2026-11-15', to: '2026-11-15' })
  assert.deepEqual(askedDays({ period: 'this_month' }, now, zone), {
    period: 'this_month',
    days: { from: '2026-11-01', to: '2026-11-15' },
    before: { from: '2026-10-01', to: '2026-10-15' },
  })
})

test('a window always begins somewhere, and compares with as many days before it', () => {
  for (const period of periods) {
    const { days, before } = askedWindow({ period }, now, zone)
    assert.equal(countDays(before.from, before.to), countDays(days.from, days.to), period)
    assert.ok(before.to < days.from, period)
  }
  assert.equal(askedWindow({ period: 'all' }, now, zone).period, 'last_365_days')
})

test('all has no beginning and nothing before it', () => {
  const { days, before } = askedDays({ period: 'all' }, now, zone)
  assert.deepEqual([days, before], [{ from: null, to: '2026-11-15' }, null])
})

test('two days in the wrong order are meant the other way round, one alone is that day', () => {
  const asked = askedDays({ period: 'custom', from: '2026-11-05', to: '2026-11-01' }, now, zone)
  assert.deepEqual(asked.days, { from: '2026-11-01', to: '2026-11-05' })
  assert.deepEqual(askedDays({ period: 'custom', from: '2026-11-05' }, now, zone).days.to, '2026-11-05')
  assert.equal(askedDays({ period: 'custom' }, now, zone).days.from, '2026-10-17')
})

test('more days than the server counts are cut at their beginning', () => {
  const { days } = askedWindow({ period: 'custom', from: '1990-01-01', to: '2026-11-15' }, now, zone)
  assert.equal(countDays(days.from, days.to), 3660)
})
