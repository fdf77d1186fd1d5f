import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, events, only, addAccount } = await openWorkspace()

let made = 0
const make = () => act('create_label', { title: `Etiqueta ${++made}`, description: 'Vieja', color: '#112233' })

test('Only the given fields change, and the event contains the label', async () => {
  const before = await make()
  const now = new Date(Date.now() + 60_000)
  const after = await act('update_label', { label_id: before.id, title: ' Otra ', color: '#AABBCC' }, { now })
  assert.deepEqual(after, { ...before, title: 'Otra', color: '#aabbcc', updated_at: now.toISOString() })
  const event = (await events()).at(-1)
  assert.equal(event?.name, 'label.updated')
  assert.deepEqual(event?.payload, { label: after })
})

test('An empty text or null clears the description', async () => {
  for (const description of ['', null]) {
    const { id } = await make()
    assert.equal((await act('update_label', { label_id: id, description })).description, null)
  }
})

test('Contacts show the label with its new title', async () => {
  const { id, title } = await make()
  const contact = await act('create_contact', { name: 'Ana', email: 'ana@example.com', labels: [title] })
  await act('update_label', { label_id: id, title: 'Renombrada' })
  assert.deepEqual((await act('get_contact', { contact_id: contact.id })).labels, ['Renombrada'])
})

test('An update without changes has no effect and emits no event', async () => {
  const before = await make()
  const known = await events()
  const now = new Date(Date.now() + 60_000)
  assert.deepEqual(await act('update_label', { label_id: before.id }, { now }), before)
  assert.deepEqual(await act('update_label', { label_id: before.id, title: before.title }, { now }), before)
  assert.deepEqual(await events(), known)
})

test('The title of another label is rejected; changing the case of its own is not', async () => {
  const [one, two] = [await make(), await make()]
  const known = await events()
  const problem = await refusal(act('update_label', { label_id: two.id, title: one.title.toUpperCase() }))
  assert.equal(problem.code, 'duplicate_value')
  assert.equal(problem.extra.conflicting_id, one.id)
  assert.equal(problem.extra.errors?.[0]?.field, 'title')
  assert.deepEqual(await events(), known)
  assert.equal((await act('update_label', { label_id: one.id, title: one.title.toUpperCase() })).id, one.id)
})

test('Concurrent changes to different fields are all kept', async () => {
  for (let i = 0; i < 5; i++) {
    const { id } = await make()
    await Promise.all([
      act('update_label', { label_id: id, title: `A la vez ${i}` }),
      act('update_label', { label_id: id, color: '#abcdef' }),
      act('update_label', { label_id: id, description: 'Nueva' }),
    ])
    const after = (await act('list_labels', {})).items.find((label) => label.id === id)
    assert.deepEqual([after?.title, after?.color, after?.description], [`A la vez ${i}`, '#abcdef', 'Nueva'])
  }
})

test('An empty title and an invalid colour are rejected', async () => {
  const { id } = await make()
  assert.equal((await refusal(act('update_label', { label_id: id, title: ' ' }))).code, 'missing_field')
  const problem = await refusal(act('update_label', { label_id: id, color: '#12' }))
  assert.equal(problem.extra.errors?.[0]?.field, 'color')
})

test('A label of another workspace is not found', async () => {
  const other = await addAccount()
  const theirs = await other.act('create_label', { title: 'Ajena' })
  for (const label_id of [theirs.id, '999999']) {
    const problem = await refusal(act('update_label', { label_id, title: 'Robada' }))
    assert.equal(problem.code, 'not_found')
    assert.equal(problem.message, `There is no label with id ${label_id}; see list_labels.`)
  }
  assert.equal((await other.act('list_labels', {})).items[0]?.title, 'Ajena')
})

test('Changing a label requires permission to manage labels', async () => {
  const { id } = await make()
  const problem = await refusal(act('update_label', { label_id: id, title: 'No' }, { as: only('contacts:write') }))
  assert.equal(problem.code, 'permission_denied')
  assert.match(problem.message, /labels:manage/)
})
