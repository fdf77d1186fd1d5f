import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, sql, only, addAccount } = await openWorkspace()
const make = async () => (await act('create_webhook', { url: 'https://example.com/1', events: ['*'] })).id

test('Deleting a webhook removes its past and waiting deliveries', async () => {
  const webhook_id = await make()
  await act('test_webhook', { webhook_id })
  assert.deepEqual(await act('delete_webhook', { webhook_id }), { id: webhook_id, deleted: true })
  assert.deepEqual(await sql`select from webhook_deliveries`, [])
  assert.equal((await refusal(act('delete_webhook', { webhook_id }))).code, 'not_found')
})

test('A webhook of another workspace is not found, and permission to read is not enough', async () => {
  const other = await addAccount()
  const theirs = await other.act('create_webhook', { url: 'https://example.com/1', events: ['*'] })
  assert.equal((await refusal(act('delete_webhook', { webhook_id: theirs.id }))).code, 'not_found')
  assert.equal((await other.act('list_webhooks', {})).items.length, 1)
  const webhook_id = await make()
  const as = only('webhooks:read')
  assert.equal((await refusal(act('delete_webhook', { webhook_id }, { as }))).code, 'permission_denied')
})
