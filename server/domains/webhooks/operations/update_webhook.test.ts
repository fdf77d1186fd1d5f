import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, sql, only, addAccount } = await openWorkspace()
const make = () => act('create_webhook', { url: 'https://example.com/1', events: ['*'], description: 'Uno' })

test('Only the given fields change, and the secret stays', async () => {
  const { secret: _, ...before } = await make()
  const secret = async () => (await sql`select secret from webhooks where id = ${before.id}`)[0]
  const kept = await secret()
  const one = await act('update_webhook', { webhook_id: before.id, events: ['label.*'] })
  assert.deepEqual({ ...one, updated_at: '' }, { ...before, events: ['label.*'], updated_at: '' })
  const two = await act('update_webhook', { webhook_id: before.id, url: 'https://example.com/2', description: '' })
  assert.deepEqual([two.url, two.description, two.events], ['https://example.com/2', null, ['label.*']])
  assert.deepEqual(await secret(), kept)
})

test('Disabling a webhook fails its waiting deliveries, and enabling it resets its failures', async () => {
  const { id: webhook_id } = await make()
  const { id: delivery_id } = await act('test_webhook', { webhook_id })
  const off = await act('update_webhook', { webhook_id, enabled: false })
  assert.deepEqual([off.enabled, off.disabled_reason, off.banner], [false, 'manual', null])
  assert.equal((await act('get_webhook_delivery', { webhook_id, delivery_id })).status, 'failed')
  const again = await act('update_webhook', { webhook_id, enabled: false })
  assert.equal(again.disabled_at, off.disabled_at)
  await sql`update webhooks set failing_since = now(), failed_attempts = 7, warned_at = now(), last_error = 'no' where id = ${webhook_id}`
  const on = await act('update_webhook', { webhook_id, enabled: true })
  assert.deepEqual(
    [on.enabled, on.disabled_at, on.disabled_reason, on.failing_since, on.failed_attempts, on.last_error, on.banner],
    [true, null, null, null, 0, null, null],
  )
})

test('Events and URL are validated as on creation', async () => {
  const { id: webhook_id } = await make()
  const before = await act('get_webhook', { webhook_id })
  for (const [patch, code, field] of [
    [{ events: [] }, 'missing_field', 'events'],
    [{ events: ['nada.*'] }, 'invalid_value', 'events/0'],
    [{ url: 'https://127.0.0.1/' }, 'invalid_value', 'url'],
    [{ url: 'http://example.com/' }, 'invalid_value', 'url'],
  ] as const) {
    const problem = await refusal(act('update_webhook', { webhook_id, ...patch } as never))
    assert.deepEqual([problem.code, problem.extra.errors?.[0]?.field], [code, field])
  }
  assert.deepEqual(await act('get_webhook', { webhook_id }), before)
})

test('A webhook of another workspace is not found, and permission to read is not enough', async () => {
  const other = await addAccount()
  const theirs = await other.act('create_webhook', { url: 'https://example.com/1', events: ['*'] })
  assert.equal((await refusal(act('update_webhook', { webhook_id: theirs.id, enabled: false }))).code, 'not_found')
  const { id: webhook_id } = await make()
  const as = only('webhooks:read')
  assert.equal((await refusal(act('update_webhook', { webhook_id, enabled: false }, { as }))).code, 'permission_denied')
})
