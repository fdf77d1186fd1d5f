import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openClassicNode } from '#test/classic.ts'
import { inHours } from '#test/test-drives.ts'

const { classic, ok, rest, key, user, addAccount, tokenOf, sql } = await openClassicNode()
const switchOn = (modules: string[]) => rest('PATCH', '/account', { key, body: { modules } })

test('The routes exist only while the module is switched on', async () => {
  for (const [method, path] of [
    ['GET', '/test_drives'],
    ['POST', '/test_drives'],
    ['GET', '/test_drives/vehicles'],
    ['GET', '/test_drives/slots'],
    ['GET', '/test_drives/1'],
  ] as const) {
    const answer = await classic(method, path, method === 'POST' ? {} : undefined)
    assert.deepEqual([answer.status, answer.body.error], [404, 'Resource could not be found'], path)
  }
  await switchOn(['test_drives'])
  assert.deepEqual(await ok('GET', '/test_drives'), { payload: [], meta: { next_cursor: null } })
})

test('A vehicle, its slots and a booking work from start to finish with numeric ids', async () => {
  const vehicle = await ok('POST', '/test_drives/vehicles', {
    vehicle: { code: 'KLM123', name: 'SUV', location: 'Norte' },
  })
  assert.equal(typeof vehicle.id, 'number')
  const changed = await ok('PUT', `/test_drives/vehicles/${vehicle.id}/`, { name: 'SUV 2030', active: 'true' })
  assert.deepEqual([changed.name, changed.code, changed.active], ['SUV 2030', 'KLM123', true])
  assert.deepEqual(await ok('GET', `/test_drives/vehicles/${vehicle.id}`), changed)
  assert.deepEqual((await ok('GET', '/test_drives/vehicles?q=suv')).payload, [changed])

  const starts_at = Math.floor(Date.parse(inHours(30)) / 1000)
  const span = { starts_at, ends_at: starts_at + 3600 }
  const made = await ok('POST', `/test_drives/vehicles/${vehicle.id}/slots`, span)
  const [slot] = made.payload
  assert.deepEqual([slot.vehicle.id, slot.test_drive_id], [vehicle.id, null])
  assert.equal(Date.parse(slot.starts_at) / 1000, starts_at)

  const { payload } = await ok('POST', '/contacts', { name: 'Inés', email: 'ines@example.com' })
  const contact_id = payload.contact.id
  const booking = { slot_id: slot.id, contact_id, agent_id: Number(user.id), notes: 'Con licencia' }
  const drive = await ok('POST', '/test_drives', booking)
  assert.deepEqual(
    [drive.status, drive.slot.id, drive.vehicle.id, drive.contact.id, drive.agent.id],
    ['booked', slot.id, vehicle.id, contact_id, Number(user.id)],
  )
  assert.equal((await ok('GET', '/test_drives/slots?available_only=true')).payload.length, 0)
  const twice = await classic('POST', '/test_drives', booking)
  assert.deepEqual([twice.status, twice.body.attributes], [422, ['slot_id']])
  assert.match(twice.body.message, /already booked/)
  assert.equal((await classic('DELETE', `/test_drives/slots/${slot.id}`)).status, 422)

  assert.deepEqual(await ok('GET', `/test_drives/${drive.id}`), drive)
  assert.deepEqual((await ok('GET', `/test_drives?contact_id=${contact_id}&status=booked`)).payload, [drive])
  const cancelled = await ok('POST', `/test_drives/${drive.id}/cancel`, { reason: 'Llovió' })
  assert.deepEqual([cancelled.status, cancelled.cancel_reason], ['cancelled', 'Llovió'])
  assert.equal((await classic('DELETE', `/test_drives/slots/${slot.id}`)).status, 200)
  assert.equal((await classic('DELETE', `/test_drives/vehicles/${vehicle.id}`)).status, 200)
  assert.equal((await classic('GET', `/test_drives/vehicles/${vehicle.id}`)).status, 404)
})

test('Missing and invalid values are refused as classic clients expect', async () => {
  const nameless = await classic('POST', '/test_drives/vehicles', { code: 'X' })
  assert.deepEqual([nameless.status, nameless.body.attributes], [422, ['name']])
  assert.equal((await classic('POST', '/test_drives', { contact_id: 1 })).status, 422)
  assert.equal((await classic('POST', '/test_drives/vehicles/0x/slots', {})).status, 404)
  assert.equal((await classic('GET', '/test_drives/999999')).status, 404)
})

test('Another account cannot access any of it', async () => {
  const vehicle = await ok('POST', '/test_drives/vehicles', { code: 'Z', name: 'Z' })
  const other = await addAccount()
  await sql`update accounts set modules = array['test_drives'] where id = ${other.account_id}`
  const theirs = { account: other.account_id, token: await tokenOf(other.account_id) }
  for (const [method, body] of [['GET'], ['PATCH', { name: 'Mío' }], ['DELETE']] as const)
    assert.equal((await classic(method, `/test_drives/vehicles/${vehicle.id}`, body, theirs)).status, 404)
})
