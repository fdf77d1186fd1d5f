import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bodySchema } from '#contract/webhook-bodies.ts'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, events, only, addAccount, actor } = await openWorkspace()

test('A test is queued for this endpoint alone and emits no event', async () => {
  const { id: webhook_id } = await act('create_webhook', { url: 'https://example.com/1', events: ['label.*'] })
  const other = await act('create_webhook', { url: 'https://example.com/2', events: ['*'] })
  const delivery = await act('test_webhook', { webhook_id })
  assert.deepEqual([delivery.event, delivery.status, delivery.attempts], ['webhook.test', 'pending', 0])
  const { body } = await act('get_webhook_delivery', { webhook_id, delivery_id: delivery.id })
  const payload = bodySchema('webhook.test').parse(JSON.parse(body!))
  assert.deepEqual([payload.id, payload.data.object], [delivery.message_id, { message: 'Este destino funciona.' }])
  assert.deepEqual((await act('list_webhook_deliveries', { webhook_id: other.id })).items, [])
  assert.deepEqual(await events(), [])
})

test('A classic endpoint gets a test in its own format', async () => {
  const classic = { url: 'https://example.com/3', kind: 'classic' as const, events: ['message_created'] }
  const { id: webhook_id } = await act('create_webhook', classic)
  const { id: delivery_id, message_id } = await act('test_webhook', { webhook_id })
  const payload = JSON.parse((await act('get_webhook_delivery', { webhook_id, delivery_id })).body!)
  assert.deepEqual(payload.account, { id: Number(actor.account.id), name: 'Prueba' })
  assert.equal(payload.event, 'webhook.test')
  assert.match(message_id, /^[0-9a-f-]{36}$/)
})

test('Testing requires webhooks:write, and a webhook of another workspace is not found', async () => {
  const { id: webhook_id } = await act('create_webhook', { url: 'https://example.com/1', events: ['*'] })
  assert.equal(
    (await refusal(act('test_webhook', { webhook_id }, { as: only('webhooks:read') }))).code,
    'permission_denied',
  )
  const other = await addAccount()
  assert.equal((await refusal(other.act('test_webhook', { webhook_id }))).code, 'not_found')
})
