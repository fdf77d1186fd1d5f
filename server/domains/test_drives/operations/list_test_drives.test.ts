import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayOf } from '#contract/periods.ts'
import { refusal } from '#test/refusal.ts'
import { openDealer } from '#test/test-drives.ts'

const { act, addSlot, addAgent, book, actor, only, addAccount } = await openDealer()
const oscar = await addAgent('Óscar')
const first = await book({ agent: 'Óscar' })
const second = await book({ slot_id: (await addSlot(100)).id })
const third = await book()
await act('cancel_test_drive', { test_drive_id: third.id })
const other = await addAccount()
const theirs = await other.book()
const find = async (filters: object) => (await act('list_test_drives', filters)).items.map(({ id }) => id)

test('Test drives are listed by booking date and filtered by status, vehicle, contact, agent and day', async () => {
  assert.deepEqual(await find({}), [third.id, second.id, first.id])
  assert.deepEqual(await find({ status: 'booked' }), [second.id, first.id])
  assert.deepEqual(await find({ status: 'cancelled' }), [third.id])
  assert.deepEqual(await find({ vehicle_id: first.vehicle.id }), [first.id])
  assert.deepEqual(await find({ contact_id: second.contact.id }), [second.id])
  assert.deepEqual(await find({ agent: oscar.id! }), [first.id])
  assert.deepEqual(await find({ agent: 'oscar' }), [first.id])
  const day = dayOf(new Date(second.slot.starts_at), actor.account.time_zone)
  assert.deepEqual(await find({ from: day }), [second.id])
  assert.deepEqual(await find({ from: day, to: day }), [second.id])
})

test('Test drives are paged and require crm:read', async () => {
  const page = await act('list_test_drives', { limit: 2 })
  const rest = await act('list_test_drives', { limit: 2, cursor: page.next_cursor! })
  assert.deepEqual(
    [...page.items, ...rest.items].map(({ id }) => id),
    [third.id, second.id, first.id],
  )
  const problem = await refusal(act('list_test_drives', {}, { as: only('contacts:read') }))
  assert.equal(problem.code, 'permission_denied')
})

test('A vehicle, contact or agent of another workspace is not found', async () => {
  const [stranger] = [theirs.agent!.id]
  for (const filters of [{ vehicle_id: theirs.vehicle.id }, { contact_id: theirs.contact.id }, { agent: stranger }])
    assert.equal((await refusal(find(filters))).code, 'not_found')
})
