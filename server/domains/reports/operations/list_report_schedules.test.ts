import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'
import type { Actor } from '#kernel/operation.ts'

const { act, addAgent, addAccount, only } = await openInbox()
const [luz, eva] = [await addAgent('Luz'), await addAgent('Eva')]
const daily = { every: 'day', hour: 8, period: 'yesterday' } as const
await act('create_report_schedule', { ...daily, report: 'overview' })
await act('create_report_schedule', { ...daily, report: 'agents', recipients: [luz.id!] })
await act('create_report_schedule', { ...daily, report: 'crm', recipients: [eva.id!] }, { as: luz })

const listed = async (as?: Actor) => {
  const { items } = await act('list_report_schedules', {}, as ? { as } : {})
  return items.map(({ report, can_change }) => [report, can_change])
}

test('Administrators see all schedules, others those they made or receive', async () => {
  assert.deepEqual(await listed(), [
    ['crm', true],
    ['agents', true],
    ['overview', true],
  ])
  assert.deepEqual(await listed(luz), [
    ['crm', true],
    ['agents', false],
  ])
  assert.deepEqual(await listed(eva), [['crm', false]])
})

test('A member who left is no longer a recipient', async () => {
  await act('deactivate_member', { member_id: eva.id!, leave: true })
  const { items } = await act('list_report_schedules', {})
  assert.deepEqual(items[0]?.recipients, [])
})

test('Another workspace sees none of them', async () => {
  const other = await addAccount()
  assert.deepEqual((await other.act('list_report_schedules', {})).items, [])
})

test('Listing report schedules needs access to reports', async () => {
  assert.equal((await refusal(act('list_report_schedules', {}, { as: only('crm:read') }))).code, 'permission_denied')
})
