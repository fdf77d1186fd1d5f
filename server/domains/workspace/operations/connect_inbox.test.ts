import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openWhatsAppInbox } from '#test/channels/workspace.ts'
import { refusal } from '#test/refusal.ts'

const { act, actor, events, only, sql, addAccount, inbox, whatsapp } = await openWhatsAppInbox()
const inbox_id = inbox.id

const readConnection = async () => {
  const [row] = await sql<{ credentials: Buffer; verify_token: string; state: string }>`
    select credentials, verify_token, state from channel_connections where inbox_id = ${inbox_id}`
  return row!
}

test('New credentials replace the old ones, keep the inbox and its address, and are stored sealed', async () => {
  const before = await readConnection()
  whatsapp.setToken('EAAG-new-token')
  const credentials = { ...whatsapp.credentials, access_token: 'EAAG-new-token', verify_token: 'verify-2' }
  const connected = await act('connect_inbox', { inbox_id, credentials })
  assert.deepEqual([connected.id, connected.token], [inbox.id, inbox.token])
  assert.equal(connected.connection?.state, 'connected')
  assert.equal(connected.connection.verify_token, 'verify-2')
  assert.equal(connected.connection.webhook_url, inbox.connection?.webhook_url)
  assert.ok(!JSON.stringify(connected).includes('EAAG-new-token'))
  const after = await readConnection()
  assert.notDeepEqual(after.credentials, before.credentials)
  assert.ok(!Buffer.from(after.credentials).includes('EAAG-new-token'))
  const event = (await events()).at(-1)!
  assert.equal(event.name, 'inbox.connection_changed')
  assert.ok(!JSON.stringify(event.payload).includes('verify-2'))
})

test('Credentials the provider refuses change nothing, and the refusal gives its reason', async () => {
  const before = await readConnection()
  const credentials = { ...whatsapp.credentials, access_token: 'wrong' }
  const { code, message, extra } = await refusal(act('connect_inbox', { inbox_id, credentials }))
  assert.deepEqual([code, extra.errors?.[0]?.field], ['channel_rejected', 'credentials'])
  assert.match(message, /access token/i)
  whatsapp.fail('number', { status: 503 })
  const right = { ...whatsapp.credentials, access_token: 'EAAG-new-token' }
  assert.equal((await refusal(act('connect_inbox', { inbox_id, credentials: right }))).code, 'channel_unreachable')
  const { access_token: _, ...incomplete } = whatsapp.credentials
  const missing = await refusal(act('connect_inbox', { inbox_id, credentials: incomplete }))
  assert.equal(missing.extra.errors?.[0]?.field, 'credentials/access_token')
  assert.deepEqual(await readConnection(), before)
})

test('Only inboxes of a provider can be connected, by administrators of their workspace', async () => {
  const { credentials } = whatsapp
  const api = await act('create_inbox', { name: 'Propio', channel: 'api' })
  const unsupported = await refusal(act('connect_inbox', { inbox_id: api.id, credentials }))
  assert.equal(unsupported.code, 'not_supported_by_channel')
  const as = only('workspace:write', 'conversations:read')
  assert.equal((await refusal(act('connect_inbox', { inbox_id, credentials }, { as }))).code, 'permission_denied')
  const stranger = await addAccount()
  assert.notEqual(stranger.actor.account.id, actor.account.id)
  assert.equal((await refusal(stranger.act('connect_inbox', { inbox_id, credentials }))).code, 'not_found')
})
