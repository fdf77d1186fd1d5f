import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'
import { until } from '#test/wait.ts'

const { act, events, since, sql, only, talk, addAccount, runtime } = await openInbox()
const vip = await act('create_label', { title: 'Vip' })
const child = await act('create_label', { title: 'Niño' })

test('A conversation is labelled by title or ID, and the event shows both', async () => {
  const conversation = await talk()
  const count = (await events()).length
  const tagged = await act('tag_conversation', { conversation_id: conversation.id, label_title: 'vip' })
  assert.deepEqual(tagged, { ...conversation, labels: ['Vip'] })
  assert.deepEqual(await since(count), ['conversation.label_added'])
  assert.deepEqual((await events()).at(-1)?.payload, { conversation: tagged, label: vip })
  const both = await act('tag_conversation', { conversation_id: conversation.id, label_id: child.id })
  assert.deepEqual(both.labels, ['Niño', 'Vip'])
})

test('The label is not added to the contact', async () => {
  const { id: conversation_id, contact } = await talk()
  await act('tag_conversation', { conversation_id, label_title: 'Vip' })
  assert.deepEqual((await act('get_contact', { contact_id: contact.id })).labels, [])
})

test('Adding a label twice changes nothing and emits nothing', async () => {
  const { id: conversation_id } = await talk()
  const once = await act('tag_conversation', { conversation_id, label_title: 'Vip' })
  const known = await events()
  assert.deepEqual(await act('tag_conversation', { conversation_id, label_id: vip.id, label_title: 'VIP' }), once)
  assert.deepEqual(await events(), known)
})

test('Simultaneous requests add the label once, emit once, and all succeed', async () => {
  const { id: conversation_id } = await talk()
  const count = (await events()).length
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => act('tag_conversation', { conversation_id, label_title: 'Vip' })),
  )
  for (const answer of answers) assert.deepEqual(answer.labels, ['Vip'])
  assert.equal((await events()).length, count + 1)
})

test('A label deleted at the same moment ends up removed, and nothing fails', async () => {
  const { id: conversation_id } = await talk()
  const label = await act('create_label', { title: 'Efímera' })
  const known = await events()
  const deleting = await runtime.database.work.connect()
  await deleting.query('begin')
  await deleting.query('delete from labels where id = $1', [label.id])
  const tagging = act('tag_conversation', { conversation_id, label_id: label.id })
  const waiting = async () =>
    (await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`).length > 0
  await until(waiting, 'the tag waits for the label')
  await deleting.query('commit')
  deleting.release()
  assert.deepEqual((await tagging).labels, [])
  assert.deepEqual(await events(), known)
})

test('A missing, unknown or contradictory label is refused', async () => {
  const { id: conversation_id } = await talk()
  const known = await events()
  const cases = [
    [{}, 'missing_field'],
    [{ label_title: 'vipp' }, 'not_found'],
    [{ label_id: '999999' }, 'not_found'],
    [{ label_title: 'Vip', label_id: child.id }, 'invalid_value'],
  ] as const
  for (const [which, code] of cases)
    assert.equal((await refusal(act('tag_conversation', { conversation_id, ...which }))).code, code)
  assert.deepEqual(await events(), known)
})

test('Conversations and labels of another workspace are out of reach', async () => {
  const other = await addAccount()
  const theirs = await other.talk()
  const theirLabel = await other.act('create_label', { title: 'Suya' })
  const mine = await talk()
  const tries = [
    { conversation_id: theirs.id, label_title: 'Vip' },
    { conversation_id: mine.id, label_id: theirLabel.id },
    { conversation_id: mine.id, label_title: 'Suya' },
  ]
  for (const input of tries) assert.equal((await refusal(act('tag_conversation', input))).code, 'not_found')
  assert.deepEqual((await other.act('get_conversation_detail', { conversation_id: theirs.id })).labels, [])
})

test('Adding a label requires permission to write conversations, not to manage labels', async () => {
  const { id: conversation_id } = await talk()
  await act('tag_conversation', { conversation_id, label_title: 'Vip' }, { as: only('conversations:write') })
  const as = only('conversations:read', 'labels:manage')
  const problem = await refusal(act('tag_conversation', { conversation_id, label_title: 'Vip' }, { as }))
  assert.equal(problem.code, 'permission_denied')
})
