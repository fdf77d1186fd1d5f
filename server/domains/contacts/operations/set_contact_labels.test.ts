import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, events, only } = await openWorkspace()
for (const title of ['vip', 'cliente', 'venta']) await act('create_label', { title })
const { id: contact_id } = await act('create_contact', { name: 'Ana', email: 'ana@example.com', labels: ['vip'] })

const changes = async () => (await events()).filter(({ name }) => name.startsWith('contact.label_'))

test('The contact has exactly the given labels, with an event for each change', async () => {
  const contact = await act('set_contact_labels', { contact_id, labels: ['Cliente', 'venta', 'venta'] })
  assert.deepEqual(contact.labels, ['cliente', 'venta'])
  const emitted = (await changes()).map(({ name, payload }) => [
    name,
    (payload as { label?: { title: string } }).label?.title,
  ])
  assert.deepEqual(emitted, [
    ['contact.label_removed', 'vip'],
    ['contact.label_added', 'cliente'],
    ['contact.label_added', 'venta'],
  ])
})

test('A label named like the id of another is matched by its title', async () => {
  const other = await act('create_label', { title: 'ajena' })
  await act('create_label', { title: other.id })
  const { id } = await act('create_contact', { name: 'Eva', email: 'eva@example.com' })
  const numbered = (await act('list_labels', {})).items.find((label) => label.title === other.id)!
  await act('tag_contact', { contact_id: id, label_id: numbered.id })
  assert.deepEqual((await act('set_contact_labels', { contact_id: id, labels: ['ajena'] })).labels, ['ajena'])
})

test('Setting the same labels has no effect and emits no event', async () => {
  const before = await changes()
  const contact = await act('set_contact_labels', { contact_id, labels: ['venta', 'cliente'] })
  assert.deepEqual(contact.labels, ['cliente', 'venta'])
  assert.deepEqual(await changes(), before)
})

test('An empty list removes all labels', async () => {
  assert.deepEqual((await act('set_contact_labels', { contact_id, labels: [] })).labels, [])
})

test('An unknown label is rejected, and the contact keeps its labels', async () => {
  await act('set_contact_labels', { contact_id, labels: ['vip'] })
  const problem = await refusal(act('set_contact_labels', { contact_id, labels: ['venta', 'vipp'] }))
  assert.equal(problem.code, 'not_found')
  assert.deepEqual((await act('get_contact', { contact_id })).labels, ['vip'])
})

test('Setting the labels of a contact requires permission to change contacts', async () => {
  const problem = await refusal(act('set_contact_labels', { contact_id, labels: [] }, { as: only('contacts:read') }))
  assert.equal(problem.code, 'permission_denied')
})
