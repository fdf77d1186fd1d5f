import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, only, addAccount } = await openWorkspace()

test('A webhook is read with its health and without its secret', async () => {
  const { secret, ...webhook } = await act('create_webhook', { url: 'https://example.com/1', events: ['*'] })
  const read = await act('get_webhook', { webhook_id: webhook.id }, { as: only('webhooks:read') })
  assert.deepEqual(read, webhook)
  assert.ok(!JSON.stringify(read).includes(secret.slice(6)))
  assert.deepEqual([read.failing_since, read.failed_attempts, read.last_success_at], [null, 0, null])
})

test('A webhook of another workspace is not found', async () => {
  const other = await addAccount()
  const { id: webhook_id } = await other.act('create_webhook', { url: 'https://example.com/1', events: ['*'] })
  assert.equal((await refusal(act('get_webhook', { webhook_id }))).code, 'not_found')
})
