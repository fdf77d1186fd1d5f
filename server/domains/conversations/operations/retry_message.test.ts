import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'

const { act, events, since, talk, write, addAccount } = await openInbox()

async function fail() {
  const { id } = await act('send_message', { conversation_id: (await talk()).id, content: 'Hola' })
  return act('update_message', { message_id: id, status: 'failed', error: 'No route' })
}

test('A failed message is sent again, once, and its program receives the event', async () => {
  const { id, status } = await fail()
  assert.equal(status, 'failed')
  const count = (await events()).length
  const again = await act('retry_message', { message_id: id })
  assert.deepEqual([again.id, again.status, again.failure], [id, 'sent', null])
  assert.deepEqual(await since(count), ['message.status_changed'])
  assert.equal((await refusal(act('retry_message', { message_id: id }))).code, 'invalid_state')
})

test('Only a failed message to a customer can be sent again', async () => {
  const { message } = await write()
  assert.equal((await refusal(act('retry_message', { message_id: message.id }))).code, 'invalid_state')
  const deleted = await fail()
  await act('delete_message', { message_id: deleted.id })
  assert.equal((await refusal(act('retry_message', { message_id: deleted.id }))).code, 'invalid_state')
  const stranger = await addAccount()
  const { id } = await fail()
  assert.equal((await refusal(stranger.act('retry_message', { message_id: id }))).code, 'not_found')
})
