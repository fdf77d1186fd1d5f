import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '#test/refusal.ts'
import { openDealer } from '#test/test-drives.ts'

const { act, addVehicle, addSlot, addContact, book, sql, only, addAccount } = await openDealer()

test('A vehicle without upcoming test drives is deleted with its slots', async () => {
  const { id: vehicle_id } = await addVehicle()
  const slot = await addSlot(24, vehicle_id)
  const drive = await book({ slot_id: slot.id })
  const problem = await refusal(act('delete_test_drive_vehicle', { vehicle_id }))
  assert.equal(problem.code, 'invalid_state')
  assert.match(problem.message, new RegExp(`cancel test drive ${drive.id} first`))
  await act('cancel_test_drive', { test_drive_id: drive.id })
  assert.deepEqual(await act('delete_test_drive_vehicle', { vehicle_id }), { id: vehicle_id, deleted: true })
  assert.deepEqual(await sql`select from test_drive_slots where vehicle_id = ${vehicle_id}`, [])
  assert.equal((await refusal(act('get_test_drive', { test_drive_id: drive.id }))).code, 'not_found')
})

test('A booking concurrent with the deletion of the vehicle succeeds or is refused', async () => {
  for (let round = 0; round < 15; round++) {
    const { id: vehicle_id } = await addVehicle()
    const [slot, contact] = [await addSlot(24, vehicle_id), await addContact()]
    const [booking, deleting] = await Promise.allSettled([
      book({ slot_id: slot.id, contact_id: contact.id }),
      act('delete_test_drive_vehicle', { vehicle_id }),
    ])
    assert.notEqual(booking.status, deleting.status)
    if (booking.status === 'rejected') assert.equal(booking.reason.code, 'not_found')
    else await act('get_test_drive', { test_drive_id: booking.value.id })
  }
})

test('A slot of another workspace cannot be deleted, and crm:write is required', async () => {
  const other = await addAccount()
  const theirs = await other.addVehicle()
  assert.equal((await refusal(act('delete_test_drive_vehicle', { vehicle_id: theirs.id }))).code, 'not_found')
  const mine = await addVehicle()
  const problem = await refusal(act('delete_test_drive_vehicle', { vehicle_id: mine.id }, { as: only('crm:read') }))
  assert.equal(problem.code, 'permission_denied')
})
