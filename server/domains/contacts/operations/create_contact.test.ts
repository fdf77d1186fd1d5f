import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, events, sql, only, addAccount } = await openWorkspace()

test('A contact is created with its phone number as E.164 and its e-mail in lower case', async () => {
  const contact = await act('create_contact', {
    name: ' Íngrid Peña ',
    phone_number: '300 123 4567',
    email: 'Ingrid@Example.COM',
  })
  assert.equal(contact.name, 'Íngrid Peña')
  assert.equal(contact.phone_number, '+573001234567')
  assert.equal(contact.email, 'ingrid@example.com')
  assert.match(contact.url, new RegExp(`/app/\\d+/contacts/${contact.id}$`))
})

test('One person has one contact, in whichever form of their number they are entered', async () => {
  for (const [first, second, stored] of [
    ['+5215512345678', '+52 55 1234 5678', '+525512345678'],
    ['+54 11 2345 6789', '+5491123456789', '+5491123456789'],
    ['+55 11 8765-4321', '+5511987654321', '+5511987654321'],
  ] as const) {
    const { id, phone_number } = await act('create_contact', { name: 'Una', phone_number: first })
    assert.equal(phone_number, stored)
    const problem = await refusal(act('create_contact', { name: 'Otra', phone_number: second }))
    assert.equal(problem.code, 'duplicate_value')
    assert.match(problem.message, new RegExp(`in use by record ${id}`))
  }
  const landline = await act('create_contact', { name: 'Oficina', phone_number: '+55 11 3333-4444' })
  assert.equal(landline.phone_number, '+551133334444')
})

test('A linked id of a channel is refused as a phone number', async () => {
  const problem = await refusal(act('create_contact', { name: 'Ana', phone_number: '+187654321098765' }))
  assert.equal(problem.code, 'invalid_value')
  assert.match(problem.message, /not a valid phone number; include the country code/)
})

test('The contact and its event are written together', async () => {
  const contact = await act('create_contact', { name: 'Óscar', email: 'oscar@example.com' })
  const event = (await events()).at(-1)
  assert.equal(event?.name, 'contact.created')
  assert.deepEqual(event?.payload, { contact })
})

test('Without a name, or without phone number and e-mail, it is rejected and nothing is written', async () => {
  const before = await events()
  for (const input of [
    { name: '  ', email: 'x@example.com' },
    { name: 'Nadie' },
    { name: 'Nadie', phone_number: '', email: '' },
  ]) {
    const problem = await refusal(act('create_contact', input))
    assert.equal(problem.code, 'missing_field')
  }
  assert.deepEqual(await events(), before)
})

test('Fifty concurrent calls with one phone number create one contact, and the rejections name it', async () => {
  const attempts = Array.from({ length: 50 }, (_, i) =>
    act('create_contact', { name: `Copia ${i}`, phone_number: '+573009999999' }),
  )
  const outcomes = await Promise.allSettled(attempts)
  const made = outcomes.filter((each) => each.status === 'fulfilled')
  assert.equal(made.length, 1)
  const rows = await sql<{ id: string }>`select id from contacts where phone_number = '+573009999999'`
  assert.equal(rows.length, 1)
  for (const each of outcomes) {
    if (each.status === 'rejected') {
      assert.equal(each.reason.code, 'duplicate_value')
      assert.equal(each.reason.extra.conflicting_id, rows[0]!.id)
    }
  }
})

test('Labels are given by title and must exist', async () => {
  await act('create_label', { title: 'Vip' })
  const contact = await act('create_contact', { name: 'Con etiqueta', email: 'etiqueta@example.com', labels: ['VIP'] })
  assert.deepEqual(contact.labels, ['Vip'])
  const problem = await refusal(act('create_contact', { name: 'Otra', email: 'otra@example.com', labels: ['vipp'] }))
  assert.equal(problem.code, 'not_found')
  assert.match(problem.message, /Vip \(id \d+\)/)
})

test('Labels given twice are added once, and the response and event contain their titles', async () => {
  await act('create_label', { title: 'Alfa' })
  const labels = ['vip', 'Vip', 'ALFA']
  const contact = await act('create_contact', { name: 'Dos etiquetas', email: 'dos@example.com', labels })
  assert.deepEqual(contact.labels, ['Alfa', 'Vip'])
  assert.deepEqual((await events()).at(-1)?.payload, { contact })
  assert.deepEqual((await act('get_contact', { contact_id: contact.id })).labels, ['Alfa', 'Vip'])
})

test('Every field is stored as given, and custom attributes keep their types', async () => {
  const fields = {
    name: 'Toda',
    phone_number: '+573005550001',
    email: 'toda@example.com',
    city: 'Bogotá',
    country: 'Colombia',
    company_name: 'Ñandú S.A.S.',
    job_title: 'Gerente',
    bio: 'Dos\nlíneas 👩‍👩‍👧',
    identifier: 'cliente/42',
    custom_attributes: { utm_source: 'google', visits: 3, vip: true, 'con espacio': '' },
  }
  const contact = await act('create_contact', fields)
  assert.deepEqual({ ...contact, ...fields }, contact)
  const read = await act('get_contact', { contact_id: contact.id })
  assert.deepEqual({ ...read, ...contact }, read)
  assert.deepEqual(read.notes, [])
})

test('An identifier is unique in the workspace, and does not replace a phone number or e-mail', async () => {
  const first = await act('create_contact', { name: 'Sistema', email: 'sistema@example.com', identifier: ' crm-7 ' })
  assert.equal(first.identifier, 'crm-7')
  const taken = await refusal(act('create_contact', { name: 'Otra', email: 'x7@example.com', identifier: 'crm-7' }))
  assert.equal(taken.code, 'duplicate_value')
  assert.equal(taken.extra.conflicting_id, first.id)
  assert.equal(taken.extra.errors?.[0]?.field, 'identifier')
  assert.equal((await refusal(act('create_contact', { name: 'Solo', identifier: 'crm-8' }))).code, 'missing_field')
  const other = await addAccount()
  const elsewhere = { name: 'Sistema', email: 'sistema@example.com', identifier: 'crm-7' }
  assert.equal((await other.act('create_contact', elsewhere)).identifier, 'crm-7')
})

test('A contact cannot be created as blocked', async () => {
  const contact = await act('create_contact', { name: 'Libre', email: 'libre@example.com' })
  assert.deepEqual([contact.identifier, contact.blocked, contact.last_activity_at], [null, false, null])
  const blocked = { name: 'No', email: 'no@example.com', blocked: true }
  assert.equal((await refusal(act('create_contact', blocked as never))).code, 'invalid_request')
})

test('A custom attribute can use the full allowed length, with any content', async () => {
  const long = randomBytes(3750).toString('base64')
  const input = { name: 'Larga', email: 'larga@example.com', custom_attributes: { historia: long } }
  const contact = await act('create_contact', input)
  assert.equal(contact.custom_attributes.historia, long)
  const { items } = await act('search_contacts', { attributes: { historia: long } })
  assert.deepEqual(items, [contact])
})

test('An invalid phone number or e-mail is rejected', async () => {
  for (const [field, value] of [
    ['phone_number', '12'],
    ['email', 'nadie@'],
  ] as const) {
    const problem = await refusal(act('create_contact', { name: 'Nadie', [field]: value }))
    assert.equal(problem.code, 'invalid_value')
    assert.equal(problem.extra.errors?.[0]?.field, field)
    assert.match(problem.message, new RegExp(value))
  }
})

test('An e-mail in use is rejected with the contact that has it, ignoring case', async () => {
  const first = await act('create_contact', { name: 'Primera', email: 'misma@example.com' })
  const problem = await refusal(act('create_contact', { name: 'Segunda', email: 'MISMA@Example.com' }))
  assert.equal(problem.code, 'duplicate_value')
  assert.equal(problem.extra.conflicting_id, first.id)
  assert.equal(problem.extra.errors?.[0]?.field, 'email')
  assert.match(problem.message, new RegExp(`already in use by record ${first.id}`))
})

test('Two workspaces can have the same person', async () => {
  const other = await addAccount()
  await act('create_contact', { name: 'Compartida', email: 'compartida@example.com' })
  const twin = await other.act('create_contact', { name: 'Compartida', email: 'compartida@example.com' })
  assert.equal(twin.email, 'compartida@example.com')
})

test('Unknown fields, wrong types and invalid text are rejected by name', async () => {
  const before = await sql`select count(*) from contacts`
  for (const [input, field] of [
    [{ nombre: 'x' }, 'nombre'],
    [{ city: 5 }, 'city'],
    [{ bio: 'nulo \0' }, 'bio'],
    [{ city: 'media \ud83d' }, 'city'],
    [{ custom_attributes: { a: { b: 1 } } }, 'custom_attributes/a'],
    [{ custom_attributes: { a: 'nulo \0' } }, 'custom_attributes/a'],
    [{ custom_attributes: { constructor: 'x' } }, 'custom_attributes/constructor'],
    [{ company_name: 'x'.repeat(256) }, 'company_name'],
  ] as [object, string][]) {
    const whole = { name: 'Nadie', email: 'nadie@example.com', ...input }
    const problem = await refusal(act('create_contact', whole as never))
    assert.equal(problem.code, 'invalid_request', field)
    assert.deepEqual(
      problem.extra.errors?.map((each) => each.field),
      [field],
    )
  }
  assert.deepEqual(await sql`select count(*) from contacts`, before)
})

test('Creating a contact requires permission to change contacts', async () => {
  const reader = only('contacts:read')
  const problem = await refusal(act('create_contact', { name: 'Nadie', email: 'n@example.com' }, { as: reader }))
  assert.equal(problem.code, 'permission_denied')
  assert.match(problem.message, /contacts:write/)
})
