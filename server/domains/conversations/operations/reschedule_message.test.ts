import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'

const { act, events, since, talk, addAccount, addAgent, only } = await openInbox()
const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString()

async function schedule() {
  const { id: conversation_id } = await talk()
  return act('send_message', { conversation_id, content: 'Mañana abrimos', scheduled_at: hours(5) })
}

test('A scheduled message is moved to another time', async () => {
  const { id: message_id } = await schedule()
  const count = (await events()).length
  const scheduled_at = hours(9)
  const moved = await act('reschedule_message', { message_id, scheduled_at })
  assert.deepEqual([moved.status, moved.scheduled_at, moved.created_at], ['scheduled', scheduled_at, scheduled_at])
  assert.deepEqual(await since(count), ['message.scheduled'])
  const past = act('reschedule_message', { message_id, scheduled_at: hours(-1) })
  assert.equal((await refusal(past)).code, 'invalid_value')
})

test('A scheduled message is sent at once, and only once', async () => {
  const { id: message_id, conversation_id } = await schedule()
  const count = (await events()).length
  const sent = await act('reschedule_message', { message_id, scheduled_at: null })
  assert.equal(sent.status, 'sent')
  assert.ok(Date.parse(sent.created_at) <= Date.now())
  assert.deepEqual(await since(count), ['message.sent'])
  const { last_message } = await act('get_conversation_detail', { conversation_id })
  assert.equal(last_message?.id, message_id)
  const again = act('reschedule_message', { message_id, scheduled_at: null })
  assert.equal((await refusal(again)).code, 'invalid_state')
})

test('A cancelled message stays cancelled; strangers, readers and those who cannot see it are refused', async () => {
  const { id: message_id } = await schedule()
  const now = { message_id, scheduled_at: null }
  const stranger = await addAccount()
  assert.equal((await refusal(stranger.act('reschedule_message', now))).code, 'not_found')
  const own = await addAgent('Carla', { visibility: 'own' })
  assert.equal((await refusal(act('reschedule_message', now, { as: own }))).code, 'not_found')
  const reader = only('conversations:read')
  assert.equal((await refusal(act('reschedule_message', now, { as: reader }))).code, 'permission_denied')
  await act('delete_message', { message_id })
  assert.equal((await refusal(act('reschedule_message', now))).code, 'invalid_state')
})
