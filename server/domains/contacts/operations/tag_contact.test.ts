import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, events, sql, only, addAccount, runtime } = await openWorkspace()
const vip = await act('create_label', { title: 'Vip' })
const child = await act('create_label', { title: 'Niño' })

let made = 0
const make = () => act('create_contact', { name: 'Ana', email: `ana${++made}@example.com` })

test('A label is added by title or id, and the event contains both records', async () => {
  const contact = await make()
  const tagged = await act('tag_contact', { contact_id: contact.id, label_title: 'vip' })
  assert.deepEqual(tagged, { ...contact, labels: ['Vip'] })
  const event = (await events()).at(-1)
  assert.equal(event?.name, 'contact.label_added')
  assert.deepEqual(event?.payload, { contact: tagged, label: vip })
  const both = await act('tag_contact', { contact_id: contact.id, label_id: child.id })
  assert.deepEqual(both.labels, ['Niño', 'Vip'])
})

test('A title is found ignoring case and accents', async () => {
  for (const label_title of ['NIÑO', 'nino', ' Niño ']) {
    const contact = await make()
    assert.deepEqual((await act('tag_contact', { contact_id: contact.id, label_title })).labels, ['Niño'])
  }
})

test('Adding a label twice has no effect and emits no event', async () => {
  const contact = await make()
  const once = await act('tag_contact', { contact_id: contact.id, label_title: 'Vip' })
  const known = await events()
  assert.deepEqual(await act('tag_contact', { contact_id: contact.id, label_id: vip.id }), once)
  assert.deepEqual(await events(), known)
})

test('Concurrent calls add the label once with one event', async () => {
  const contact = await make()
  const before = (await events()).length
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => act('tag_contact', { contact_id: contact.id, label_title: 'Vip' })),
  )
  for (const answer of answers) assert.deepEqual(answer.labels, ['Vip'])
  assert.equal((await events()).length, before + 1)
})

test('A label deleted at the same time is not added, and nothing fails', async () => {
  const contact = await make()
  const label = await act('create_label', { title: 'Efímera' })
  const known = await events()
  const deleting = await runtime.database.work.connect()
  await deleting.query('begin')
  await deleting.query('delete from labels where id = $1', [label.id])
  const tagging = act('tag_contact', { contact_id: contact.id, label_id: label.id })
  const waiting = async () =>
    (await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`).length > 0
  while (!(await waiting()));
  await deleting.query('commit')
  deleting.release()
  assert.deepEqual((await tagging).labels, [])
  assert.deepEqual(await events(), known)
})

test('Title and id can both be given if they mean the same label', async () => {
  const { id: contact_id } = await make()
  await act('tag_contact', { contact_id, label_title: 'vip', label_id: vip.id })
  const problem = await refusal(act('tag_contact', { contact_id, label_title: 'Vip', label_id: child.id }))
  assert.equal(problem.code, 'invalid_value')
  assert.match(problem.message, /label_title and label_id/)
})

test('Without a known label the call is rejected with advice', async () => {
  const { id: contact_id } = await make()
  const known = await events()
  const nothing = await refusal(act('tag_contact', { contact_id }))
  assert.equal(nothing.code, 'missing_field')
  assert.match(nothing.message, /label_title or label_id/)
  const unknown = await refusal(act('tag_contact', { contact_id, label_title: 'vipp' }))
  assert.equal(unknown.code, 'not_found')
  assert.match(unknown.message, /Choose among: .*Vip \(id \d+\)/)
  assert.equal((await refusal(act('tag_contact', { contact_id, label_id: '999999' }))).code, 'not_found')
  assert.deepEqual(await sql`select from contact_labels where contact_id = ${contact_id}`, [])
  assert.deepEqual(await events(), known)
})

test('Contacts and labels of another workspace are not found', async () => {
  const other = await addAccount()
  const theirContact = await other.act('create_contact', { name: 'Ajena', email: 'ajena@example.com' })
  const theirLabel = await other.act('create_label', { title: 'Suya' })
  const mine = await make()
  const attempts = [
    { contact_id: theirContact.id, label_title: 'Vip' },
    { contact_id: mine.id, label_id: theirLabel.id },
    { contact_id: mine.id, label_title: 'Suya' },
  ]
  for (const input of attempts) assert.equal((await refusal(act('tag_contact', input))).code, 'not_found')
  assert.deepEqual((await other.act('get_contact', { contact_id: theirContact.id })).labels, [])
})

test('Labelling a contact requires permission to change contacts, not to manage labels', async () => {
  const { id: contact_id } = await make()
  await act('tag_contact', { contact_id, label_title: 'Vip' }, { as: only('contacts:write') })
  const problem = await refusal(act('tag_contact', { contact_id, label_title: 'Vip' }, { as: only('contacts:read') }))
  assert.equal(problem.code, 'permission_denied')
})
