import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, sql, only, addAccount } = await openWorkspace()
const { id: webhook_id } = await act('create_webhook', { url: 'https://example.com/1', events: ['*'] })

test('A failed or delivered delivery is queued again at once and keeps its attempts', async () => {
  for (const status of ['failed', 'delivered']) {
    const { id: delivery_id } = await act('test_webhook', { webhook_id })
    await sql`update webhook_deliveries set status = ${status}, attempts = 10, tries = 10, next_attempt_at = null where id = ${delivery_id}`
    const again = await act('redeliver_webhook', { webhook_id, delivery_id })
    assert.deepEqual([again.status, again.attempts, again.delivered_at], ['pending', 10, null])
    const [row] =
      await sql`select tries, next_attempt_at <= now() as due from webhook_deliveries where id = ${delivery_id}`
    assert.deepEqual(row, { tries: 0, due: true })
  }
})

test('A delivery being sent is not interrupted', async () => {
  const { id: delivery_id } = await act('test_webhook', { webhook_id })
  await sql`
    update webhook_deliveries set lease = gen_random_uuid(), leased_until = now() + interval '1 minute', tries = 3 where id = ${delivery_id}`
  const before = await sql`select * from webhook_deliveries where id = ${delivery_id}`
  assert.equal((await act('redeliver_webhook', { webhook_id, delivery_id })).status, 'pending')
  assert.deepEqual(await sql`select * from webhook_deliveries where id = ${delivery_id}`, before)
})

test('Redelivering requires webhooks:write and a delivery of the workspace', async () => {
  const { id: delivery_id } = await act('test_webhook', { webhook_id })
  const as = only('webhooks:read')
  assert.equal((await refusal(act('redeliver_webhook', { webhook_id, delivery_id }, { as }))).code, 'permission_denied')
  const other = await addAccount()
  assert.equal((await refusal(other.act('redeliver_webhook', { webhook_id, delivery_id }))).code, 'not_found')
})
