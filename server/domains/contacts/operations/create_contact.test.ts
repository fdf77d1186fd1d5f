import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openWorkspace, refusal } from '#test/workspace.ts'

const { act, events, sql } = await openWorkspace()

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
