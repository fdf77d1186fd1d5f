import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '#test/refusal.ts'
import { openDealer } from '#test/test-drives.ts'

const { act, addVehicle, only, addAccount } = await openDealer()

test('Only given fields change, null clears, and equal values change nothing', async () => {
  const before = await addVehicle({ description: 'Diésel', location: 'Sede sur' })
  const vehicle_id = before.id
  const changed = await act('update_test_drive_vehicle', { vehicle_id, location: null, active: false })
  assert.deepEqual(changed, { ...before, location: null, active: false, updated_at: changed.updated_at })
  assert.deepEqual(await act('update_test_drive_vehicle', { vehicle_id, active: false }), changed)
})

test('An empty name, a duplicate code and a vehicle of another workspace are refused', async () => {
  const [one, two] = [await addVehicle(), await addVehicle()]
  const blank = await refusal(act('update_test_drive_vehicle', { vehicle_id: one.id, name: ' ' }))
  assert.equal(blank.code, 'missing_field')
  const taken = await refusal(act('update_test_drive_vehicle', { vehicle_id: one.id, code: two.code.toLowerCase() }))
  assert.equal(taken.code, 'duplicate_value')
  const theirs = await (await addAccount()).addVehicle()
  const foreign = await refusal(act('update_test_drive_vehicle', { vehicle_id: theirs.id, name: 'Mía' }))
  assert.equal(foreign.code, 'not_found')
  const as = only('crm:read')
  const problem = await refusal(act('update_test_drive_vehicle', { vehicle_id: one.id }, { as }))
  assert.equal(problem.code, 'permission_denied')
})
