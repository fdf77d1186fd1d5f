import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'

const { act, events, since, only, talk, addAccount } = await openInbox()
const vip = await act('create_label', { title: 'Vip' })
await act('create_label', { title: 'Nuevo' })

const makeTagged = async () => {
  const { id: conversation_id } = await talk()
  await act('tag_conversation', { conversation_id, label_title: 'Nuevo' })
  return act('tag_conversation', { conversation_id, label_id: vip.id })
}

test('A label is removed by title or ID, the others stay, and the event names it', async () => {
  const conversation = await makeTagged()
  const count = (await events()).length
  const after = await act('untag_conversation', { conversation_id: conversation.id, label_title: 'VIP' })
  assert.deepEqual(after, { ...conversation, labels: ['Nuevo'] })
  assert.deepEqual(await since(count), ['conversation.label_removed'])
  assert.deepEqual((await events()).at(-1)?.payload, { conversation: after, label: vip })
})

test('Removing a label the conversation does not have succeeds and changes nothing', async () => {
  const conversation = await talk()
  const known = await events()
  const after = await act('untag_conversation', { conversation_id: conversation.id, label_id: vip.id })
  assert.deepEqual(after, conversation)
  assert.deepEqual(await events(), known)
})

test('An unknown label or conversation is refused', async () => {
  const other = await addAccount()
  const theirLabel = await other.act('create_label', { title: 'Suya' })
  const theirs = await other.talk()
  const mine = await makeTagged()
  const tries = [
    { conversation_id: mine.id, label_title: 'Nada' },
    { conversation_id: mine.id, label_id: theirLabel.id },
    { conversation_id: theirs.id, label_id: vip.id },
  ]
  for (const input of tries) assert.equal((await refusal(act('untag_conversation', input))).code, 'not_found')
  assert.equal((await refusal(act('untag_conversation', { conversation_id: mine.id }))).code, 'missing_field')
  assert.deepEqual((await act('get_conversation_detail', { conversation_id: mine.id })).labels, ['Nuevo', 'Vip'])
})

test('Removing a label requires permission to write conversations', async () => {
  const { id: conversation_id } = await makeTagged()
  const call = act('untag_conversation', { conversation_id, label_id: vip.id }, { as: only('conversations:read') })
  assert.equal((await refusal(call)).code, 'permission_denied')
})
