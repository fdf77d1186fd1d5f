import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '#test/refusal.ts'
import { openDealer } from '#test/test-drives.ts'

const { act, addSlot, addVehicle, addContact, addAgent, book, actor, events, only, sql, addAccount } =
  await openDealer()

test('A slot is booked for a contact with the caller as agent, a reminder two hours before, and an event', async () => {
  const [slot, contact] = [await addSlot(), await addContact()]
  const test_drive = await act('book_test_drive', {
    slot_id: slot.id,
    contact_id: contact.id,
    notes: ' Trae licencia ',
  })
  const { id, created_at, updated_at, agent, ...rest } = test_drive
  assert.deepEqual(rest, {
    status: 'booked',
    slot: { id: slot.id, starts_at: slot.starts_at, ends_at: slot.ends_at },
    vehicle: slot.vehicle,
    contact: { id: contact.id, name: contact.name, phone_number: null, email: contact.email },
    notes: 'Trae licencia',
    cancel_reason: null,
    cancelled_at: null,
    remind_at: new Date(Date.parse(slot.starts_at) - 2 * 3_600_000).toISOString(),
    reminded_at: null,
    booked_by: { type: 'user', id: actor.id, name: actor.name },
  })
  assert.equal(agent?.id, actor.user_id)
  assert.ok(id && created_at === updated_at)
  const event = (await events()).at(-1)
  assert.deepEqual([event?.name, event?.payload], ['test_drive.booked', { test_drive }])
})

test('The agent is given by name, e-mail or id, or none, and the reminder time can be chosen', async () => {
  const oscar = await addAgent('Óscar Ruiz')
  assert.equal((await book({ agent: 'oscar ruiz', remind_minutes: 30 })).agent?.id, oscar.id)
  const nobody = await book({ agent: null, remind_minutes: null })
  assert.deepEqual([nobody.agent, nobody.remind_at], [null, null])
  assert.equal((await book({ slot_id: (await addSlot(1)).id })).remind_at, null)
  assert.equal((await refusal(book({ agent: 'Nadie' }))).code, 'not_found')
})

test('Of twenty concurrent bookings of a slot one succeeds', async () => {
  const slot = await addSlot()
  const contacts = await Promise.all(Array.from({ length: 20 }, addContact))
  const count = (await events()).length
  const tries = await Promise.allSettled(
    contacts.map(({ id }) => act('book_test_drive', { slot_id: slot.id, contact_id: id })),
  )
  assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 1)
  for (const each of tries)
    if (each.status === 'rejected') assert.deepEqual([each.reason.code, each.reason.status], ['invalid_state', 409])
  assert.equal((await events()).length, count + 1)
  const rows = await sql`select from test_drive_bookings where slot_id = ${slot.id}`
  assert.equal(rows.length, 1)
})

test('A cancelled slot can be booked again', async () => {
  const slot = await addSlot()
  const first = await book({ slot_id: slot.id })
  assert.match((await refusal(book({ slot_id: slot.id }))).message, /already booked; choose another/)
  await act('cancel_test_drive', { test_drive_id: first.id })
  assert.equal((await book({ slot_id: slot.id })).status, 'booked')
})

test('A slot that has started, or of an inactive vehicle, cannot be booked', async () => {
  const begun = await addSlot()
  await sql`update test_drive_slots set starts_at = now() - interval '1 minute' where id = ${begun.id}`
  assert.equal((await refusal(book({ slot_id: begun.id }))).code, 'invalid_state')
  const vehicle = await addVehicle()
  const slot = await addSlot(24, vehicle.id)
  await act('update_test_drive_vehicle', { vehicle_id: vehicle.id, active: false })
  assert.match((await refusal(book({ slot_id: slot.id }))).message, /is not available for test drives/)
})

test('Records of another workspace are not found, and booking requires crm:write', async () => {
  const other = await addAccount()
  const [slot, contact] = [await other.addSlot(), await other.addContact()]
  assert.equal((await refusal(book({ slot_id: slot.id }))).code, 'not_found')
  assert.equal((await refusal(book({ contact_id: contact.id }))).code, 'not_found')
  const input = { slot_id: (await addSlot()).id, contact_id: (await addContact()).id }
  assert.equal((await refusal(act('book_test_drive', input, { as: only('crm:read') }))).code, 'permission_denied')
})

test('Merging contacts keeps their test drives', async () => {
  const [kept, duplicate] = [await addContact(), await addContact()]
  const drive = await book({ contact_id: duplicate.id })
  await act('merge_contacts', { contact_id: kept.id, duplicate_contact_id: duplicate.id })
  assert.equal((await act('get_test_drive', { test_drive_id: drive.id })).contact.id, kept.id)
})
