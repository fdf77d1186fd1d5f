import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, events, sql, only, addAccount } = await openWorkspace()

test('A label is deleted and removed from all contacts, and the event contains it', async () => {
  const label = await act('create_label', { title: 'Vip' })
  await act('create_label', { title: 'Queda' })
  const contact = await act('create_contact', { name: 'Ana', email: 'ana@example.com', labels: ['Vip', 'Queda'] })
  assert.deepEqual(await act('delete_label', { label_id: label.id }), { id: label.id, deleted: true })
  assert.deepEqual((await act('get_contact', { contact_id: contact.id })).labels, ['Queda'])
  assert.deepEqual(await sql`select from contact_labels where label_id = ${label.id}`, [])
  const event = (await events()).at(-1)
  assert.equal(event?.name, 'label.deleted')
  assert.deepEqual(event?.payload, { label })
})

test('The audit log records the deletion', async () => {
  const { id: label_id } = await act('create_label', { title: 'Auditada' })
  await act('delete_label', { label_id })
  const [entry] = (await act('list_audit_entries', { limit: 1 })).items
  assert.equal(entry?.action, 'delete_label')
  assert.deepEqual(entry?.details, { label_id })
})

test('Its title can be used again', async () => {
  const { id: label_id } = await act('create_label', { title: 'Otra vez' })
  await act('delete_label', { label_id })
  assert.notEqual((await act('create_label', { title: 'otra vez' })).id, label_id)
})

test('A deleted record, or one of another workspace, is not found, and nothing is written', async () => {
  const other = await addAccount()
  const theirs = await other.act('create_label', { title: 'Ajena' })
  const gone = await act('create_label', { title: 'Ida' })
  await act('delete_label', { label_id: gone.id })
  const known = await events()
  for (const label_id of [gone.id, theirs.id]) {
    assert.equal((await refusal(act('delete_label', { label_id }))).code, 'not_found')
  }
  assert.deepEqual(await events(), known)
  assert.equal((await other.act('list_labels', {})).items.length, 1)
})

test('Of two concurrent deletions, one succeeds and the other finds nothing', async () => {
  for (let i = 0; i < 5; i++) {
    const { id: label_id } = await act('create_label', { title: `Dos ${i}` })
    const known = (await events()).length
    const outcomes = await Promise.allSettled([act('delete_label', { label_id }), act('delete_label', { label_id })])
    assert.deepEqual(outcomes.map((each) => each.status).sort(), ['fulfilled', 'rejected'])
    assert.equal((await events()).length, known + 1)
  }
})

test('Deleting a label requires permission to manage labels', async () => {
  const { id: label_id } = await act('create_label', { title: 'Protegida' })
  const problem = await refusal(act('delete_label', { label_id }, { as: only('contacts:write') }))
  assert.equal(problem.code, 'permission_denied')
  assert.match(problem.message, /labels:manage/)
})
