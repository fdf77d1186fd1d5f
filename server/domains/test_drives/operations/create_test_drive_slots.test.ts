import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '#test/refusal.ts'
import { inHours, openDealer } from '#test/test-drives.ts'

const { act, addVehicle, addSlot, sql, only, addAccount } = await openDealer()

test('Slots are created together and returned soonest first', async () => {
  const vehicle = await addVehicle({ location: 'Sede norte' })
  const slots = [
    { starts_at: inHours(30), ends_at: inHours(31) },
    { starts_at: inHours(24), ends_at: inHours(25) },
  ]
  const { items } = await act('create_test_drive_slots', { vehicle_id: vehicle.id, slots })
  assert.deepEqual(
    items.map(({ starts_at, ends_at, booking_id }) => ({ starts_at, ends_at, booking_id })),
    slots.toReversed().map((slot) => ({ ...slot, booking_id: null })),
  )
  const { id, code, name, location } = vehicle
  assert.deepEqual(items[0]?.vehicle, { id, code, name, location })
})

test('A slot that overlaps another of the same vehicle is refused with the whole batch', async () => {
  const { id: vehicle_id } = await addVehicle()
  const { starts_at, ends_at } = await addSlot(24, vehicle_id)
  const slots = [
    { starts_at: inHours(48), ends_at: inHours(49) },
    { starts_at: inHours(23.5), ends_at: inHours(24.5) },
  ]
  const problem = await refusal(act('create_test_drive_slots', { vehicle_id, slots }))
  assert.equal(problem.code, 'invalid_value')
  assert.match(problem.message, new RegExp(`slot at ${starts_at}`))
  const rows = await sql`select from test_drive_slots where vehicle_id = ${vehicle_id}`
  assert.equal(rows.length, 1)
  const beside = [{ starts_at: ends_at, ends_at: inHours(26) }]
  assert.equal((await act('create_test_drive_slots', { vehicle_id, slots: beside })).items.length, 1)
  const other = await addVehicle()
  const same = [{ starts_at, ends_at }]
  assert.equal((await act('create_test_drive_slots', { vehicle_id: other.id, slots: same })).items.length, 1)
})

test('Of twenty concurrent creations of a slot one succeeds', async () => {
  const { id: vehicle_id } = await addVehicle()
  const slots = [{ starts_at: inHours(24), ends_at: inHours(25) }]
  const tries = await Promise.allSettled(
    Array.from({ length: 20 }, () => act('create_test_drive_slots', { vehicle_id, slots })),
  )
  assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 1)
  assert.equal((await sql`select from test_drive_slots where vehicle_id = ${vehicle_id}`).length, 1)
})

test('A vehicle of another workspace is not found, and writing requires crm:write', async () => {
  const slots = [{ starts_at: inHours(24), ends_at: inHours(25) }]
  const theirs = await (await addAccount()).addVehicle()
  const foreign = await refusal(act('create_test_drive_slots', { vehicle_id: theirs.id, slots }))
  assert.equal(foreign.code, 'not_found')
  const mine = await addVehicle()
  const as = only('crm:read')
  const problem = await refusal(act('create_test_drive_slots', { vehicle_id: mine.id, slots }, { as }))
  assert.equal(problem.code, 'permission_denied')
})
