import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '#test/refusal.ts'
import { openDealer } from '#test/test-drives.ts'

const { act, addVehicle, actor, only, addAccount } = await openDealer()

test('A vehicle needs a code and a name and is active by default', async () => {
  const { id, created_at, updated_at, ...rest } = await act('create_test_drive_vehicle', {
    code: ' KLM 123 ',
    name: ' SUV 2030 ',
    location: 'Sede norte',
  })
  assert.deepEqual(rest, { code: 'KLM 123', name: 'SUV 2030', description: null, location: 'Sede norte', active: true })
  assert.ok(id && created_at === updated_at)
})

test('A duplicate code, ignoring case, is refused with its vehicle; other workspaces may use it', async () => {
  const first = await addVehicle({ code: 'ñu-1' })
  const problem = await refusal(addVehicle({ code: 'ÑU-1' }))
  assert.deepEqual([problem.code, problem.extra.conflicting_id], ['duplicate_value', first.id])
  assert.equal((await (await addAccount()).addVehicle({ code: 'ñu-1' })).code, 'ñu-1')
})

test('Creating a vehicle requires code, name, crm:write and an active module', async () => {
  for (const [fields, field] of [
    [{ code: ' ' }, 'code'],
    [{ name: '' }, 'name'],
  ] as const) {
    const problem = await refusal(addVehicle(fields))
    assert.deepEqual([problem.code, problem.extra.errors?.[0]?.field], ['missing_field', field])
  }
  const good = { code: 'N', name: 'N' }
  const reader = only('crm:read')
  assert.equal((await refusal(act('create_test_drive_vehicle', good, { as: reader }))).code, 'permission_denied')
  const as = { ...actor, account: { ...actor.account, modules: ['real_estate'] } }
  assert.equal((await refusal(act('create_test_drive_vehicle', good, { as }))).code, 'module_inactive')
})
