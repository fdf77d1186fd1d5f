import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, events, sql, only, addAccount } = await openWorkspace()

test('a contact is created with its phone number as E.164 and its e-mail in lower case', async () => {
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

test('the creation and its event are written together', async () => {
  const contact = await act('create_contact', { name: 'Óscar', email: 'oscar@example.com' })
  const event = (await events()).at(-1)
  assert.equal(event?.name, 'contact.created')
  assert.deepEqual(event?.payload, { contact })
})

test('without a name, or without both phone number and e-mail, it is refused and leaves no trace', async () => {
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

test('fifty at once with one phone number give one contact, and forty-nine refusals that name it', async () => {
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

test('labels are given by title and must exist', async () => {
  await act('create_label', { title: 'Vip' })
  const contact = await act('create_contact', { name: 'Con etiqueta', email: 'etiqueta@example.com', labels: ['VIP'] })
  assert.deepEqual(contact.labels, ['Vip'])
  const problem = await refusal(act('create_contact', { name: 'Otra', email: 'otra@example.com', labels: ['vipp'] }))
  assert.equal(problem.code, 'not_found')
  assert.match(problem.message, /Vip \(id \d+\)/)
})

test('labels given twice are on the contact once, and are told by title, in the answer and in the event', async () => {
  await act('create_label', { title: 'Alfa' })
  const labels = ['vip', 'Vip', 'ALFA']
  const contact = await act('create_contact', { name: 'Dos etiquetas', email: 'dos@example.com', labels })
  assert.deepEqual(contact.labels, ['Alfa', 'Vip'])
  assert.deepEqual((await events()).at(-1)?.payload, { contact })
  assert.deepEqual((await act('get_contact', { contact_id: contact.id })).labels, ['Alfa', 'Vip'])
})

test('every field is kept as it was given, and custom attributes with their types', async () => {
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

test('an identifier is unique in the workspace, and does not stand in for a phone number or an e-mail', async () => {
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

test('whether a contact may write is not said when it is created', async () => {
  const contact = await act('create_contact', { name: 'Libre', email: 'libre@example.com' })
  assert.deepEqual([contact.identifier, contact.blocked, contact.last_activity_at], [null, false, null])
  const blocked = { name: 'No', email: 'no@example.com', blocked: true }
  assert.equal((await refusal(act('create_contact', blocked as never))).code, 'invalid_request')
})

test('a custom attribute may be as long as the contract says, whatever is in it', async () => {
  const long = randomBytes(3750).toString('base64')
  const input = { name: 'Larga', email: 'larga@example.com', custom_attributes: { historia: long } }
  const contact = await act('create_contact', input)
  assert.equal(contact.custom_attributes.historia, long)
  const { items } = await act('search_contacts', { attributes: { historia: long } })
  assert.deepEqual(items, [contact])
})

test('a phone number or e-mail that is none is refused by its field', async () => {
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

test('an e-mail in use, in whatever case, is refused naming the contact that has it', async () => {
  const first = await act('create_contact', { name: 'Primera', email: 'misma@example.com' })
  const problem = await refusal(act('create_contact', { name: 'Segunda', email: 'MISMA@Example.com' }))
  assert.equal(problem.code, 'duplicate_value')
  assert.equal(problem.extra.conflicting_id, first.id)
  assert.equal(problem.extra.errors?.[0]?.field, 'email')
  assert.match(problem.message, new RegExp(`already in use by record ${first.id}`))
})

test('two workspaces may each have the same person', async () => {
  const other = await addAccount()
  await act('create_contact', { name: 'Compartida', email: 'compartida@example.com' })
  const twin = await other.act('create_contact', { name: 'Compartida', email: 'compartida@example.com' })
  assert.equal(twin.email, 'compartida@example.com')
})

test('a field nobody knows, a value of the wrong kind and text that cannot be kept are refused, each by name', async () => {
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

test('it needs the right to write contacts', async () => {
  const reader = only('contacts:read')
  const problem = await refusal(act('create_contact', { name: 'Nadie', email: 'n@example.com' }, { as: reader }))
  assert.equal(problem.code, 'permission_denied')
  assert.match(problem.message, /contacts:write/)
})
