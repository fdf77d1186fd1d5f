import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countDays } from '#contract/periods.ts'
import { resolveDays, resolveWindow } from './report-days.ts'
import { periods } from './report-filters.ts'

const zone = 'America/Bogota'
// Still the evening of the 15th in Bogota.
const now = new Date('2026-11-16T03:00:00Z')

test('Days follow the time zone of the account, not of the browser', () => {
  assert.deepEqual(resolveDays({ period: 'today' }, now, zone).days, { from: '2026-11-15', to: '2026-11-15' })
  assert.deepEqual(resolveDays({ period: 'this_month' }, now, zone), {
    period: 'this_month',
    days: { from: '2026-11-01', to: '2026-11-15' },
    previous: { from: '2026-10-01', to: '2026-10-15' },
  })
})

test('A window always has a start date and compares with the same number of days before it', () => {
  for (const period of periods) {
    const { days, previous } = resolveWindow({ period }, now, zone)
    assert.equal(countDays(previous.from, previous.to), countDays(days.from, days.to), period)
    assert.ok(previous.to < days.from, period)
  }
  assert.equal(resolveWindow({ period: 'all' }, now, zone).period, 'last_365_days')
})

test('All time has no start date and no previous period', () => {
  const { days, previous } = resolveDays({ period: 'all' }, now, zone)
  assert.deepEqual([days, previous], [{ from: null, to: '2026-11-15' }, null])
})

test('Custom dates in the wrong order are swapped, and a single date means that day', () => {
  const swapped = resolveDays({ period: 'custom', from: '2026-11-05', to: '2026-11-01' }, now, zone)
  assert.deepEqual(swapped.days, { from: '2026-11-01', to: '2026-11-05' })
  assert.deepEqual(resolveDays({ period: 'custom', from: '2026-11-05' }, now, zone).days.to, '2026-11-05')
  assert.equal(resolveDays({ period: 'custom' }, now, zone).days.from, '2026-10-17')
})

test('A range longer than the server allows loses its earliest days', () => {
  const { days } = resolveWindow({ period: 'custom', from: '1990-01-01', to: '2026-11-15' }, now, zone)
  assert.equal(countDays(days.from, days.to), 3660)
})
