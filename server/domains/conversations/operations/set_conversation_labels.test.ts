import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'

const { act, events, since, only, talk, addAccount } = await openInbox()
for (const title of ['Vip', 'Nuevo', 'Alta']) await act('create_label', { title })

test('A conversation gets exactly the given labels, with one event per label added or removed', async () => {
  const { id: conversation_id } = await talk()
  const count = (await events()).length
  const first = await act('set_conversation_labels', { conversation_id, labels: ['vip', 'Nuevo', 'VIP'] })
  assert.deepEqual(first.labels, ['Nuevo', 'Vip'])
  assert.deepEqual(await since(count), ['conversation.label_added', 'conversation.label_added'])
  const second = await act('set_conversation_labels', { conversation_id, labels: ['Alta', 'Vip'] })
  assert.deepEqual(second.labels, ['Alta', 'Vip'])
  assert.deepEqual(await since(count + 2), ['conversation.label_removed', 'conversation.label_added'])
  assert.deepEqual((await events()).at(-1)?.payload.conversation, second)
  assert.deepEqual((await act('set_conversation_labels', { conversation_id, labels: [] })).labels, [])
  assert.deepEqual(await since(count + 4), ['conversation.label_removed', 'conversation.label_removed'])
})

test('Setting the same labels changes nothing', async () => {
  const { id: conversation_id } = await talk()
  const once = await act('set_conversation_labels', { conversation_id, labels: ['Vip', 'Alta'] })
  const known = await events()
  assert.deepEqual(await act('set_conversation_labels', { conversation_id, labels: ['alta', 'vip'] }), once)
  assert.deepEqual(await events(), known)
})

test('Simultaneous label changes end with one of the requested sets, and the events add up to it', async () => {
  const { id: conversation_id } = await talk()
  const count = (await events()).length
  const wanted = [['Vip'], ['Nuevo'], ['Alta', 'Vip'], ['Nuevo', 'Alta']]
  await Promise.all(wanted.map((labels) => act('set_conversation_labels', { conversation_id, labels })))
  const { labels } = await act('get_conversation_detail', { conversation_id })
  assert.ok(
    wanted.some((each) => each.toSorted().join() === labels.join()),
    labels.join(),
  )
  const carried = new Set<string>()
  for (const { name, payload } of (await events()).slice(count)) {
    const { title } = payload.label as unknown as { title: string }
    assert.equal(carried.has(title), name === 'conversation.label_removed', `${name} ${title}`)
    if (name === 'conversation.label_added') carried.add(title)
    else carried.delete(title)
  }
  assert.deepEqual([...carried].sort(), labels)
})

test('One unknown label changes nothing', async () => {
  const other = await addAccount()
  await other.act('create_label', { title: 'Suya' })
  const { id: conversation_id } = await talk()
  const known = await events()
  const problem = await refusal(act('set_conversation_labels', { conversation_id, labels: ['Vip', 'Suya'] }))
  assert.equal(problem.code, 'not_found')
  assert.equal(problem.extra.errors?.[0]?.field, 'labels')
  assert.deepEqual(await events(), known)
})

test('A conversation of another workspace is not found, and permission to write conversations is required', async () => {
  const other = await addAccount()
  const theirs = await other.talk()
  const foreign = act('set_conversation_labels', { conversation_id: theirs.id, labels: ['Vip'] })
  assert.equal((await refusal(foreign)).code, 'not_found')
  const mine = await talk()
  const as = only('conversations:read')
  const call = act('set_conversation_labels', { conversation_id: mine.id, labels: ['Vip'] }, { as })
  assert.equal((await refusal(call)).code, 'permission_denied')
})
