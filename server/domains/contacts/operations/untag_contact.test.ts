import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, events, only, addAccount } = await openWorkspace()
const vip = await act('create_label', { title: 'Vip' })
const fresh = await act('create_label', { title: 'Nuevo' })

let made = 0
const make = () => act('create_contact', { name: 'Ana', email: `ana${++made}@example.com`, labels: ['Vip', 'Nuevo'] })

test('A label is removed by title or id, and the event contains it', async () => {
  const contact = await make()
  const once = await act('untag_contact', { contact_id: contact.id, label_title: 'VIP' })
  assert.deepEqual(once, { ...contact, labels: ['Nuevo'] })
  const event = (await events()).at(-1)
  assert.equal(event?.name, 'contact.label_removed')
  assert.deepEqual(event?.payload, { contact: once, label: vip })
  assert.deepEqual((await act('untag_contact', { contact_id: contact.id, label_id: fresh.id })).labels, [])
})

test('Removing a label the contact does not have has no effect and emits no event', async () => {
  const contact = await make()
  const once = await act('untag_contact', { contact_id: contact.id, label_title: 'Vip' })
  const known = await events()
  assert.deepEqual(await act('untag_contact', { contact_id: contact.id, label_title: 'Vip' }), once)
  assert.deepEqual(await events(), known)
})

test('Concurrent calls remove the label once with one event', async () => {
  const contact = await make()
  const before = (await events()).length
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => act('untag_contact', { contact_id: contact.id, label_title: 'Vip' })),
  )
  for (const answer of answers) assert.deepEqual(answer.labels, ['Nuevo'])
  assert.equal((await events()).length, before + 1)
})

test('The label stays on all other contacts', async () => {
  const [one, two] = [await make(), await make()]
  await act('untag_contact', { contact_id: one.id, label_title: 'Vip' })
  assert.deepEqual((await act('get_contact', { contact_id: two.id })).labels, ['Nuevo', 'Vip'])
})

test('An unknown label is rejected with the known ones', async () => {
  const { id: contact_id } = await make()
  const problem = await refusal(act('untag_contact', { contact_id, label_title: 'Bip' }))
  assert.equal(problem.code, 'not_found')
  assert.match(problem.message, /Vip \(id/)
  assert.equal((await refusal(act('untag_contact', { contact_id }))).code, 'missing_field')
})

test('A contact of another workspace keeps its labels', async () => {
  const other = await addAccount()
  await other.act('create_label', { title: 'Vip' })
  const theirs = await other.act('create_contact', { name: 'Ajena', email: 'ajena@example.com', labels: ['Vip'] })
  assert.equal((await refusal(act('untag_contact', { contact_id: theirs.id, label_title: 'Vip' }))).code, 'not_found')
  assert.deepEqual((await other.act('get_contact', { contact_id: theirs.id })).labels, ['Vip'])
})

test('Removing a label from a contact requires permission to change contacts', async () => {
  const { id: contact_id } = await make()
  const problem = await refusal(act('untag_contact', { contact_id, label_title: 'Vip' }, { as: only('contacts:read') }))
  assert.equal(problem.code, 'permission_denied')
})
