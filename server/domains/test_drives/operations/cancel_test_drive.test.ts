import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '#test/refusal.ts'
import { openDealer } from '#test/test-drives.ts'

const { act, book, events, since, only, addAccount } = await openDealer()

test('Cancelling stores the reason, frees the slot, drops the reminder and emits an event', async () => {
  const before = await book()
  const test_drive = await act('cancel_test_drive', { test_drive_id: before.id, reason: ' Llovió ' })
  const { cancelled_at, updated_at } = test_drive
  assert.deepEqual(test_drive, {
    ...before,
    status: 'cancelled',
    cancel_reason: 'Llovió',
    cancelled_at,
    remind_at: null,
    updated_at,
  })
  assert.ok(cancelled_at)
  const event = (await events()).at(-1)
  assert.deepEqual([event?.name, event?.payload], ['test_drive.cancelled', { test_drive }])
  const { items } = await act('list_test_drive_slots', { vehicle_id: before.vehicle.id, available_only: true })
  assert.equal(items[0]?.id, before.slot.id)
})

test('Cancelling twice, even concurrently, succeeds with one event', async () => {
  const { id: test_drive_id } = await book()
  const count = (await events()).length
  const all = await Promise.all(Array.from({ length: 10 }, () => act('cancel_test_drive', { test_drive_id })))
  assert.ok(all.every(({ status }) => status === 'cancelled'))
  assert.deepEqual(await since(count), ['test_drive.cancelled'])
})

test('A test drive of another workspace cannot be cancelled, and crm:write is required', async () => {
  const other = await addAccount()
  const theirs = await other.book()
  assert.equal((await refusal(act('cancel_test_drive', { test_drive_id: theirs.id }))).code, 'not_found')
  assert.equal((await other.act('get_test_drive', { test_drive_id: theirs.id })).status, 'booked')
  const mine = await book()
  const problem = await refusal(act('cancel_test_drive', { test_drive_id: mine.id }, { as: only('crm:read') }))
  assert.equal(problem.code, 'permission_denied')
})
