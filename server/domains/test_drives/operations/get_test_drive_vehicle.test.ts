import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '#test/refusal.ts'
import { openDealer } from '#test/test-drives.ts'

const { act, addVehicle, only, addAccount } = await openDealer()

test('A vehicle can be read by id; one of another workspace is not found', async () => {
  const vehicle = await addVehicle()
  assert.deepEqual(await act('get_test_drive_vehicle', { vehicle_id: vehicle.id }), vehicle)
  const theirs = await (await addAccount()).addVehicle()
  assert.equal((await refusal(act('get_test_drive_vehicle', { vehicle_id: theirs.id }))).code, 'not_found')
  const as = only('contacts:read')
  const problem = await refusal(act('get_test_drive_vehicle', { vehicle_id: vehicle.id }, { as }))
  assert.equal(problem.code, 'permission_denied')
})
