import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'

const { act, addAgent, addAccount, only } = await openInbox()
const luz = await addAgent('Luz')
const create = (as = luz) =>
  act('create_report_schedule', { report: 'crm', every: 'day', hour: 8, period: 'today' }, { as })

test('Its maker or an administrator deletes it, once', async () => {
  const [own, second] = [await create(), await create()]
  const deleted = await act('delete_report_schedule', { report_schedule_id: own.id }, { as: luz })
  assert.deepEqual(deleted, { id: own.id, deleted: true })
  await act('delete_report_schedule', { report_schedule_id: second.id })
  assert.deepEqual((await act('list_report_schedules', {})).items, [])
  assert.equal((await refusal(act('delete_report_schedule', { report_schedule_id: own.id }))).code, 'not_found')
})

test('Others cannot delete it, in this workspace or another', async () => {
  const { id: report_schedule_id } = await create()
  const as = await addAgent('Eva')
  assert.equal((await refusal(act('delete_report_schedule', { report_schedule_id }, { as }))).code, 'not_found')
  const other = await addAccount()
  assert.equal((await refusal(other.act('delete_report_schedule', { report_schedule_id }))).code, 'not_found')
  assert.equal((await act('list_report_schedules', {})).items.length, 1)
})

test('Deleting a report schedule needs access to reports, and more than reading', async () => {
  const as = only('reports:read')
  assert.equal(
    (await refusal(act('delete_report_schedule', { report_schedule_id: '1' }, { as }))).code,
    'permission_denied',
  )
})
