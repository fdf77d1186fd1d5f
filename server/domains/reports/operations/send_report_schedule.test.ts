import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'

const { act, addAgent, addAccount, events, only } = await openInbox()
const luz = await addAgent('Luz')
const made = await act('create_report_schedule', {
  report: 'crm',
  every: 'day',
  hour: 8,
  period: 'today',
  recipients: ['me', luz.id!],
})
const report_schedule_id = made.id
const now = new Date('2027-01-31T12:59:00.000Z')

test('A schedule is sent to each recipient now; its next time stays', async () => {
  const before = (await events()).length
  const sent = await act('send_report_schedule', { report_schedule_id }, { now })
  assert.deepEqual([sent.last_at, sent.next_at], [now.toISOString(), made.next_at])
  const due = (await events()).slice(before)
  assert.deepEqual(
    due.map(({ name, payload }) => [name, payload]),
    made.recipients
      .map(({ id }) => id)
      .toSorted((a, b) => Number(a) - Number(b))
      .map((user_id) => ['report_schedule.due', { report_schedule_id, user_id, at: now.toISOString() }]),
  )
})

test('An address gets five of them an hour at most', async () => {
  for (let i = 0; i < 4; i++) await act('send_report_schedule', { report_schedule_id })
  const before = (await events()).length
  assert.equal((await refusal(act('send_report_schedule', { report_schedule_id }))).code, 'rate_limited')
  assert.equal((await events()).length, before)
})

test('Recipients and other workspaces cannot send it', async () => {
  assert.equal(
    (await refusal(act('send_report_schedule', { report_schedule_id }, { as: luz }))).code,
    'permission_denied',
  )
  const other = await addAccount()
  assert.equal((await refusal(other.act('send_report_schedule', { report_schedule_id }))).code, 'not_found')
})

test('Sending a report needs access to reports, and more than reading', async () => {
  const as = only('reports:read')
  assert.equal((await refusal(act('send_report_schedule', { report_schedule_id }, { as }))).code, 'permission_denied')
})
