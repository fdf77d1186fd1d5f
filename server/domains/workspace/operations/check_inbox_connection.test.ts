import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Inbox } from '#contract/records/inbox.ts'
import { openWhatsAppInbox } from '#test/channels/workspace.ts'
import { refusal } from '#test/refusal.ts'

const { act, events, inbox, whatsapp } = await openWhatsAppInbox()
const check = () => act('check_inbox_connection', { inbox_id: inbox.id })

test('A check shows an expired token and, later, that the connection works again; each change is one event', async () => {
  const count = (await events()).length
  assert.equal((await check()).connection?.state, 'connected')
  whatsapp.setToken('another')
  const { connection } = await check()
  assert.equal(connection?.state, 'needs_attention')
  assert.match(connection.detail!, /access token/i)
  assert.equal((await check()).connection?.state, 'needs_attention')
  whatsapp.setToken(whatsapp.credentials.access_token)
  assert.equal((await check()).connection?.state, 'connected')
  const changes = (await events()).slice(count) as unknown as { name: string; payload: { inbox: Inbox } }[]
  const states = changes.map(({ name, payload }) => [name, payload.inbox.connection?.state])
  assert.deepEqual(states, [
    ['inbox.connection_changed', 'needs_attention'],
    ['inbox.connection_changed', 'connected'],
  ])
})

test('A provider that does not answer leaves the state as it is', async () => {
  whatsapp.fail('number', { status: 503 })
  assert.equal((await refusal(check())).code, 'channel_unreachable')
  assert.equal((await act('get_inbox', { inbox_id: inbox.id })).connection?.state, 'connected')
})

test('An inbox without a connection is refused with advice', async () => {
  const { id } = await act('create_inbox', { name: 'Propio', channel: 'api' })
  const { code, message } = await refusal(act('check_inbox_connection', { inbox_id: id }))
  assert.equal(code, 'invalid_state')
  assert.match(message, /not connected/)
})
