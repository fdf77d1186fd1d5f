import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayOf } from '#contract/periods.ts'
import { refusal } from '#test/refusal.ts'
import { openDealer } from '#test/test-drives.ts'

const { act, addVehicle, addSlot, book, actor, sql, only, addAccount } = await openDealer()
const vehicle = await addVehicle()
const hidden = await addVehicle()
const past = await addSlot(24, vehicle.id)
await sql`update test_drive_slots set starts_at = now() - interval '2 hours', ends_at = now() - interval '1 hour' where id = ${past.id}`
const taken = await addSlot(30, vehicle.id)
const later = await addSlot(80, vehicle.id)
const soon = await addSlot(26, vehicle.id)
const away = await addSlot(27, hidden.id)
const drive = await book({ slot_id: taken.id })
await act('update_test_drive_vehicle', { vehicle_id: hidden.id, active: false })
await (await addAccount()).addSlot()

const find = async (filters: object) => (await act('list_test_drive_slots', filters)).items.map(({ id }) => id)

test('Upcoming slots are listed soonest first, with their booking', async () => {
  assert.deepEqual(await find({}), [soon.id, away.id, taken.id, later.id])
  assert.deepEqual(await find({ vehicle_id: vehicle.id }), [soon.id, taken.id, later.id])
  const { items } = await act('list_test_drive_slots', {})
  assert.equal(items[2]?.booking_id, drive.id)
})

test('available_only lists only bookable slots, whatever the day', async () => {
  assert.deepEqual(await find({ available_only: true }), [soon.id, later.id])
  assert.deepEqual(await find({ available_only: true, from: '2020-01-01' }), [soon.id, later.id])
})

test('Days are in the workspace time zone, inclusive', async () => {
  const day = dayOf(new Date(later.starts_at), actor.account.time_zone)
  assert.deepEqual(await find({ from: day, to: day }), [later.id])
  assert.deepEqual(await find({ from: '2020-01-01' }), [past.id, soon.id, away.id, taken.id, later.id])
  assert.deepEqual(await find({ to: '9999-12-31' }), [soon.id, away.id, taken.id, later.id])
  assert.equal((await refusal(find({ from: '2030-01-02', to: '2030-01-01' }))).code, 'invalid_value')
})

test('Test drives are paged and require crm:read', async () => {
  const first = await act('list_test_drive_slots', { limit: 3 })
  const second = await act('list_test_drive_slots', { limit: 3, cursor: first.next_cursor! })
  assert.deepEqual(
    [...first.items, ...second.items].map(({ id }) => id),
    [soon.id, away.id, taken.id, later.id],
  )
  const problem = await refusal(act('list_test_drive_slots', {}, { as: only('contacts:read') }))
  assert.equal(problem.code, 'permission_denied')
  const theirs = await (await addAccount()).addVehicle()
  assert.equal((await refusal(find({ vehicle_id: theirs.id }))).code, 'not_found')
})
