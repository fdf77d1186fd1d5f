import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, actor, sql, only, addAccount } = await openWorkspace()
const { id: webhook_id } = await act('create_webhook', { url: 'https://example.com/1', events: ['*'] })

test('A delivery is read with the exact body and its latest attempts', async () => {
  const { id: delivery_id } = await act('test_webhook', { webhook_id })
  await sql`
    insert into webhook_attempts (account_id, delivery_id, number, request_headers, status_code, error_class, error, response_body, milliseconds, created_at)
    select ${actor.account.id}, ${delivery_id}, n, '{"webhook-attempt": "1"}', 500, 'http', 'It answered 500.', 'no', 3, now() from generate_series(1, 60) n`
  const { log, body } = await act('get_webhook_delivery', { webhook_id, delivery_id }, { as: only('webhooks:read') })
  assert.equal(JSON.parse(body!).type, 'webhook.test')
  assert.deepEqual([log.length, log[0]?.number, log.at(-1)?.number], [50, 60, 11])
  assert.deepEqual([log[0]?.status_code, log[0]?.error_class, log[0]?.response_body], [500, 'http', 'no'])
})

test('A delivery of another endpoint or workspace is not found', async () => {
  const { id: delivery_id } = await act('test_webhook', { webhook_id })
  const second = await act('create_webhook', { url: 'https://example.com/2', events: ['*'] })
  assert.equal((await refusal(act('get_webhook_delivery', { webhook_id: second.id, delivery_id }))).code, 'not_found')
  const other = await addAccount()
  assert.equal((await refusal(other.act('get_webhook_delivery', { webhook_id, delivery_id }))).code, 'not_found')
})

test('Reading a delivery requires webhooks:read', async () => {
  const { id: delivery_id } = await act('test_webhook', { webhook_id })
  const as = only('contacts:read')
  assert.equal(
    (await refusal(act('get_webhook_delivery', { webhook_id, delivery_id }, { as }))).code,
    'permission_denied',
  )
})
