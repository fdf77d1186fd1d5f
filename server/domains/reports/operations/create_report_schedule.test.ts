import assert from 'node:assert/strict'
import { test } from 'node:test'
import { report_names } from '#contract/records/report-schedule.ts'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'
import type { Input } from '#test/workspace.ts'

const { act, actor, addAgent, addAccount, inbox, only, sql } = await openInbox()
const now = new Date('2027-01-31T12:59:00Z')
const daily: Input<'create_report_schedule'> = { report: 'overview', every: 'day', hour: 8, period: 'yesterday' }
const create = (input: Partial<Input<'create_report_schedule'>> = {}) =>
  act('create_report_schedule', { ...daily, ...input }, { now })
const refusedField = async (input: Partial<Input<'create_report_schedule'>>) => {
  const problem = await refusal(create(input))
  return [problem.code, problem.extra.errors?.[0]?.field]
}

test('A report is scheduled for the caller, at an hour of the workspace’s time zone', async () => {
  const { id: _, ...schedule } = await create()
  assert.deepEqual(schedule, {
    report: 'overview',
    period: 'yesterday',
    filters: {},
    every: 'day',
    weekday: null,
    month_day: null,
    hour: 8,
    recipients: [{ id: actor.id, name: actor.name }],
    active: true,
    created_by: { id: actor.id, name: actor.name },
    can_change: true,
    next_at: '2027-01-31T13:00:00.000Z',
    last_at: null,
    error: null,
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
  })
})

test('Each of the twelve reports can be scheduled', async () => {
  assert.equal(report_names.length, 12)
  for (const report of report_names) assert.equal((await create({ report })).report, report)
})

test('A report is sent to chosen members, on a weekday or a day of the month', async () => {
  const luz = await addAgent('Luz')
  const weekly = await create({ every: 'week', weekday: 1, recipients: [luz.id!, 'me'] })
  assert.deepEqual(
    weekly.recipients.map(({ name }) => name),
    [actor.name, 'Luz'],
  )
  assert.equal(weekly.next_at, '2027-02-01T13:00:00.000Z')
  const monthly = await create({ every: 'month', month_day: 31, hour: 7 })
  assert.equal(monthly.next_at, '2027-02-28T12:00:00.000Z')
})

test('Filters are those of the report, and must exist', async () => {
  const { filters } = await create({ filters: { inbox_id: inbox.id } })
  assert.deepEqual(filters, { inbox_id: inbox.id })
  assert.deepEqual(await refusedField({ filters: { pipeline_name: 'Ventas' } }), ['invalid_request', 'pipeline_name'])
  assert.deepEqual(await refusedField({ filters: { inbox_id: '999999' } }), ['not_found', 'inbox_id'])
  assert.deepEqual(await refusedField({ report: 'agents', filters: { agent: 'Nadie' } }), ['not_found', 'agent'])
  assert.deepEqual(await refusedField({ report: 'funnel', filters: { pipeline_name: 'Otro' } }), [
    'not_found',
    'pipeline_name',
  ])
})

test('An incomplete or impossible schedule is refused', async () => {
  const before = await sql`select from report_schedules`
  assert.deepEqual(await refusedField({ every: 'week' }), ['missing_field', 'weekday'])
  assert.deepEqual(await refusedField({ every: 'month' }), ['missing_field', 'month_day'])
  assert.deepEqual(await refusedField({ hour: 24 }), ['invalid_request', 'hour'])
  assert.deepEqual(await refusedField({ recipients: [] }), ['invalid_request', 'recipients'])
  assert.deepEqual(await refusedField({ recipients: ['nadie'] }), ['not_found', 'recipients'])
  assert.equal((await sql`select from report_schedules`).length, before.length)
})

test('Inboxes and people of another workspace are unknown', async () => {
  const other = await addAccount()
  const there = await other.act('create_inbox', { name: 'Otra', channel: 'api' })
  assert.deepEqual(await refusedField({ filters: { inbox_id: there.id } }), ['not_found', 'inbox_id'])
  assert.deepEqual(await refusedField({ recipients: [other.actor.id!] }), ['not_found', 'recipients'])
})

test('Creating a report schedule needs access to reports, and more than reading', async () => {
  for (const as of [only('reports:read'), only('conversations:write')])
    assert.equal((await refusal(act('create_report_schedule', daily, { as }))).code, 'permission_denied')
})
