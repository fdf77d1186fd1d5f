import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '#test/refusal.ts'
import { openDealer } from '#test/test-drives.ts'

const { act, addVehicle, only, addAccount } = await openDealer()
const [sedan, pickup, sold] = [
  await addVehicle({ code: 'SED-1', name: 'Sedán Ágil' }),
  await addVehicle({ code: 'PIC-1', name: 'Pickup' }),
  await addVehicle({ code: 'SED-2', name: 'Vendido', active: false }),
]
await (await addAccount()).addVehicle({ code: 'SED-9' })

test('Vehicles are listed newest first, by partial code or name, inactive ones on request', async () => {
  const find = async (filters: object) => (await act('list_test_drive_vehicles', filters)).items
  assert.deepEqual(await find({}), [pickup, sedan])
  assert.deepEqual(await find({ only_active: false }), [sold, pickup, sedan])
  assert.deepEqual(await find({ query: 'sedan agil' }), [sedan])
  assert.deepEqual(await find({ query: 'sed-', only_active: false }), [sold, sedan])
})

test('Test drives are paged and require crm:read', async () => {
  const first = await act('list_test_drive_vehicles', { limit: 1 })
  const second = await act('list_test_drive_vehicles', { limit: 1, cursor: first.next_cursor! })
  assert.deepEqual([...first.items, ...second.items], [pickup, sedan])
  assert.equal(second.next_cursor, null)
  const problem = await refusal(act('list_test_drive_vehicles', {}, { as: only('contacts:read') }))
  assert.equal(problem.code, 'permission_denied')
})
