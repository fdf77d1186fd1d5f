import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, events, sql, only, addAccount } = await openWorkspace()

let made = 0
const make = () => {
  const n = ++made
  const phone_number = `+57300000${String(n).padStart(4, '0')}`
  return act('create_contact', { name: `Contacto ${n}`, phone_number, email: `c${n}@example.com`, city: 'Cali' })
}
const row = async (id: string) => (await sql`select * from contacts where id = ${id}`)[0]

test('Only the given fields change, and the event contains the old and new values', async () => {
  const before = await make()
  const now = new Date(Date.now() + 60_000)
  const after = await act('update_contact', { contact_id: before.id, name: ' Otro nombre ', city: 'Bogotá' }, { now })
  assert.deepEqual(after, { ...before, name: 'Otro nombre', city: 'Bogotá', updated_at: now.toISOString() })
  const event = (await events()).at(-1)
  assert.equal(event?.name, 'contact.updated')
  assert.deepEqual(event?.payload, {
    contact: after,
    changes: { name: { from: before.name, to: 'Otro nombre' }, city: { from: 'Cali', to: 'Bogotá' } },
  })
})

test('An identifier can be set, cleared and is unique; blocking is part of the event', async () => {
  const [one, two] = [await make(), await make()]
  const named = await act('update_contact', { contact_id: one.id, identifier: ' erp-1 ' })
  assert.equal(named.identifier, 'erp-1')
  const taken = await refusal(act('update_contact', { contact_id: two.id, identifier: 'erp-1' }))
  assert.deepEqual([taken.code, taken.extra.errors?.[0]?.field], ['duplicate_value', 'identifier'])
  assert.equal((await act('update_contact', { contact_id: one.id, identifier: '' })).identifier, null)
  assert.equal((await act('update_contact', { contact_id: two.id, identifier: 'erp-1' })).identifier, 'erp-1')

  const blocked = await act('update_contact', { contact_id: one.id, blocked: true })
  assert.equal(blocked.blocked, true)
  const changes = { blocked: { from: false, to: true } }
  assert.deepEqual((await events()).at(-1)?.payload, { contact: blocked, changes })
})

test('An empty text or null clears a field; an absent one stays', async () => {
  const { id } = await make()
  await act('update_contact', { contact_id: id, country: 'Colombia', bio: 'Hola' })
  const after = await act('update_contact', { contact_id: id, city: '', country: null })
  assert.equal(after.city, null)
  assert.equal(after.country, null)
  assert.equal(after.bio, 'Hola')
  assert.equal((await row(id))?.city, null)
})

test('An update without changes has no effect and emits no event', async () => {
  const before = await make()
  const known = await events()
  const same = { contact_id: before.id, name: before.name, city: ' Cali ', email: before.email!.toUpperCase(), bio: '' }
  const now = new Date(Date.now() + 60_000)
  assert.deepEqual(await act('update_contact', same, { now }), before)
  assert.deepEqual(await act('update_contact', { contact_id: before.id }, { now }), before)
  assert.deepEqual(await events(), known)
  assert.equal((await row(before.id))?.updated_at, before.updated_at)
})

test('A contact keeps its name, and a phone number or e-mail', async () => {
  const before = await make()
  const known = await events()
  for (const [input, field] of [
    [{ name: ' ' }, 'name'],
    [{ phone_number: '', email: '' }, 'phone_number'],
    [{ phone_number: null, email: null }, 'phone_number'],
  ] as const) {
    const problem = await refusal(act('update_contact', { contact_id: before.id, city: 'Perdida', ...input }))
    assert.equal(problem.code, 'missing_field')
    assert.equal(problem.extra.errors?.[0]?.field, field)
  }
  assert.equal((await row(before.id))?.city, 'Cali')
  assert.deepEqual(await events(), known)
  const without = await act('update_contact', { contact_id: before.id, phone_number: '' })
  assert.equal(without.phone_number, null)
  assert.equal((await refusal(act('update_contact', { contact_id: before.id, email: '' }))).code, 'missing_field')
})

test('Phone numbers are stored as E.164 and e-mails in lower case, and invalid ones are rejected', async () => {
  const { id } = await make()
  const after = await act('update_contact', {
    contact_id: id,
    phone_number: '310 555 0000',
    email: 'Nuevo@Example.com',
  })
  assert.equal(after.phone_number, '+573105550000')
  assert.equal(after.email, 'nuevo@example.com')
  const problem = await refusal(act('update_contact', { contact_id: id, phone_number: 'no sé' }))
  assert.equal(problem.code, 'invalid_value')
  assert.equal(problem.extra.errors?.[0]?.field, 'phone_number')
})

test('A phone number or e-mail of another contact is rejected with that contact, and nothing is written', async () => {
  const [one, two] = [await make(), await make()]
  const known = await events()
  for (const field of ['phone_number', 'email'] as const) {
    const problem = await refusal(act('update_contact', { contact_id: two.id, [field]: one[field], city: 'Perdida' }))
    assert.equal(problem.code, 'duplicate_value')
    assert.equal(problem.extra.conflicting_id, one.id)
    assert.equal(problem.extra.errors?.[0]?.field, field)
  }
  assert.equal((await row(two.id))?.city, 'Cali')
  assert.deepEqual(await events(), known)
})

test('Custom attributes are merged with their types, and null removes one', async () => {
  const { id } = await make()
  await act('update_contact', { contact_id: id, custom_attributes: { utm_source: 'google', visits: 3, vip: true } })
  const after = await act('update_contact', {
    contact_id: id,
    custom_attributes: { visits: '3', vip: null, nada: null },
  })
  assert.deepEqual(after.custom_attributes, { utm_source: 'google', visits: '3' })
  const { changes } = (await events()).at(-1)!.payload as unknown as { changes: object }
  assert.deepEqual(changes, {
    custom_attributes: {
      from: { utm_source: 'google', visits: 3, vip: true },
      to: { utm_source: 'google', visits: '3' },
    },
  })
  const known = await events()
  await act('update_contact', { contact_id: id, custom_attributes: { visits: '3', nada: null } })
  assert.deepEqual(await events(), known)
})

test('Concurrent changes to different fields are all kept', async () => {
  const { id } = await make()
  const keys = Array.from({ length: 10 }, (_, i) => `clave_${i}`)
  await Promise.all([
    ...keys.map((key) => act('update_contact', { contact_id: id, custom_attributes: { [key]: key } })),
    act('update_contact', { contact_id: id, city: 'Pasto' }),
    act('update_contact', { contact_id: id, bio: 'Hola' }),
  ])
  const after = await act('get_contact', { contact_id: id })
  assert.deepEqual(Object.keys(after.custom_attributes).sort(), keys)
  assert.equal(after.city, 'Pasto')
  assert.equal(after.bio, 'Hola')
})

test('Invalid text is rejected by its field', async () => {
  const { id } = await make()
  for (const value of ['nulo \0', 'media \udc00']) {
    const problem = await refusal(act('update_contact', { contact_id: id, bio: value }))
    assert.equal(problem.code, 'invalid_request')
    assert.equal(problem.extra.errors?.[0]?.field, 'bio')
  }
})

test('A contact of another workspace is not found and stays unchanged', async () => {
  const other = await addAccount()
  const theirs = await other.act('create_contact', { name: 'Ajena', email: 'ajena@example.com' })
  for (const contact_id of [theirs.id, '999999999', '0']) {
    const problem = await refusal(act('update_contact', { contact_id, name: 'Robada' }))
    assert.equal(problem.code, 'not_found')
    assert.match(problem.message, /search_contacts/)
  }
  assert.equal((await row(theirs.id))?.name, 'Ajena')
})

test('Changing a contact requires permission to change contacts', async () => {
  const { id } = await make()
  const problem = await refusal(act('update_contact', { contact_id: id, name: 'X' }, { as: only('contacts:read') }))
  assert.equal(problem.code, 'permission_denied')
  assert.match(problem.message, /contacts:write/)
})

test('A defined attribute enforces its type, however the contact is written', async () => {
  const other = await addAccount()
  const define = {
    display_name: 'Presupuesto',
    key: 'presupuesto',
    model: 'contact_attribute',
    type: 'currency',
  } as const
  await other.act('create_custom_attribute', define)
  const fields = { name: 'Con tipo', email: 'tipo@example.com' }
  const made = await other.act('create_contact', { ...fields, custom_attributes: { presupuesto: '1200', otra: 'x' } })
  assert.deepEqual(made.custom_attributes, { presupuesto: 1200, otra: 'x' })
  const contact_id = made.id
  const bad = { custom_attributes: { presupuesto: 'mucho' } }
  for (const call of [
    () => other.act('update_contact', { contact_id, ...bad }),
    () => other.act('create_contact', { name: 'B', email: 'b@example.com', ...bad }),
    () => other.act('create_known_contact', { name: 'C', ...bad }),
  ])
    assert.equal((await refusal(call())).code, 'invalid_value')
  const removed = await other.act('update_contact', { contact_id, custom_attributes: { presupuesto: null } })
  assert.deepEqual(removed.custom_attributes, { otra: 'x' })
})
