import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'

const { act, actor, addAgent, addAccount, inbox, only } = await openInbox()
const now = new Date('2027-01-31T12:59:00Z')
const luz = await addAgent('Luz')
const made = await act(
  'create_report_schedule',
  { report: 'overview', every: 'day', hour: 8, period: 'yesterday' },
  { now },
)
const report_schedule_id = made.id
const update = (patch: object) => act('update_report_schedule', { report_schedule_id, ...patch }, { now })

test('Times, period, filters and recipients change; the rest stays', async () => {
  const weekly = await update({ every: 'week', weekday: 2 })
  assert.deepEqual(
    [weekly.every, weekly.weekday, weekly.hour, weekly.next_at],
    ['week', 2, 8, '2027-02-02T13:00:00.000Z'],
  )
  const after = await update({ period: 'last_week', filters: { inbox_id: inbox.id }, recipients: [luz.id!] })
  assert.deepEqual([after.period, after.filters, after.weekday], ['last_week', { inbox_id: inbox.id }, 2])
  assert.deepEqual(
    after.recipients.map(({ id }) => id),
    [luz.id],
  )
  const daily = await update({ every: 'day' })
  assert.deepEqual([daily.weekday, daily.next_at], [null, '2027-01-31T13:00:00.000Z'])
})

test('An update without changes has no effect', async () => {
  const [before] = (await act('list_report_schedules', {})).items
  assert.deepEqual(await act('update_report_schedule', { report_schedule_id, hour: 8, recipients: ['Luz'] }), before)
})

test('A paused schedule has no next time; a resumed one is planned again', async () => {
  assert.deepEqual(
    [(await update({ active: false })).next_at, (await update({ active: true })).next_at],
    [null, '2027-01-31T13:00:00.000Z'],
  )
})

test('Filters of another report and unknown records are refused', async () => {
  assert.equal((await refusal(update({ filters: { source: 'feria' } }))).code, 'invalid_request')
  assert.equal((await refusal(update({ filters: { inbox_id: '999999' } }))).code, 'not_found')
  assert.equal((await refusal(update({ recipients: ['nadie'] }))).code, 'not_found')
  assert.equal((await refusal(update({ every: 'month' }))).code, 'missing_field')
})

test('Its maker and administrators change it; recipients and other workspaces do not', async () => {
  assert.equal(
    (await refusal(act('update_report_schedule', { report_schedule_id, hour: 9 }, { as: luz }))).code,
    'permission_denied',
  )
  const own = await act(
    'create_report_schedule',
    { report: 'crm', every: 'day', hour: 8, period: 'today' },
    { as: luz },
  )
  assert.equal((await act('update_report_schedule', { report_schedule_id: own.id, hour: 9 }, { as: luz })).hour, 9)
  assert.equal((await act('update_report_schedule', { report_schedule_id: own.id, hour: 10 })).created_by.id, luz.id)
  const eva = await addAgent('Eva')
  const stranger = act('update_report_schedule', { report_schedule_id: own.id, hour: 9 }, { as: eva })
  assert.equal((await refusal(stranger)).code, 'not_found')
  const other = await addAccount()
  assert.equal((await refusal(other.act('update_report_schedule', { report_schedule_id, hour: 9 }))).code, 'not_found')
  assert.notEqual(other.actor.account.id, actor.account.id)
})

test('Changing a report schedule needs access to reports, and more than reading', async () => {
  for (const as of [only('reports:read'), only('conversations:write')])
    assert.equal(
      (await refusal(act('update_report_schedule', { report_schedule_id }, { as }))).code,
      'permission_denied',
    )
})
