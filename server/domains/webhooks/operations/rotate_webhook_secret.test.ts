import assert from 'node:assert/strict'
import { test } from 'node:test'
import { secretsOf } from '#domains/webhooks/deliveries/sign.ts'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, sql, runtime, only, addAccount } = await openWorkspace()
const HOUR = 3_600_000

/** The secrets a delivery would be signed with at this moment. */
const signingSecrets = async (id: string, at: Date) => {
  const [row] = await sql<{
    secret: Buffer
    retired_secrets: []
  }>`select secret, retired_secrets from webhooks where id = ${id}`
  return secretsOf(runtime.secret, row!, at)
}
const make = () => act('create_webhook', { url: 'https://example.com/1', events: ['*'] })

test('The old secret stays valid for a day, or for the requested overlap', async () => {
  const first = await make()
  const now = new Date()
  const second = await act('rotate_webhook_secret', { webhook_id: first.id }, { now })
  assert.notEqual(second.secret, first.secret)
  assert.equal(second.old_secret_until, new Date(now.getTime() + 24 * HOUR).toISOString())
  const third = await act('rotate_webhook_secret', { webhook_id: first.id, overlap_hours: 2 }, { now })
  const later = (hours: number) => signingSecrets(first.id, new Date(now.getTime() + hours * HOUR))
  assert.deepEqual(await later(1), [third.secret, second.secret, first.secret])
  assert.deepEqual(await later(3), [third.secret, first.secret])
  assert.deepEqual(await later(24), [third.secret])
})

test('Without an overlap every old secret stops working at once', async () => {
  const first = await make()
  await act('rotate_webhook_secret', { webhook_id: first.id })
  const last = await act('rotate_webhook_secret', { webhook_id: first.id, overlap_hours: 0 })
  assert.deepEqual(await signingSecrets(first.id, new Date()), [last.secret])
  assert.equal(last.old_secret_until, null)
})

test('The number of overlapping secrets is limited so that their signatures fit in a header', async () => {
  const { id: webhook_id } = await make()
  for (let i = 0; i < 10; i++) await act('rotate_webhook_secret', { webhook_id })
  assert.equal((await signingSecrets(webhook_id, new Date())).length, 5)
})

test('A classic webhook has one signature and changes secrets at once', async () => {
  const classic = { url: 'https://example.com/c', kind: 'classic' as const, events: ['message_created'] }
  const { id: webhook_id } = await act('create_webhook', classic)
  const { secret, old_secret_until } = await act('rotate_webhook_secret', { webhook_id })
  assert.deepEqual([await signingSecrets(webhook_id, new Date()), old_secret_until], [[secret], null])
})

test('The new secret appears only in the response', async () => {
  const { id: webhook_id } = await make()
  const { secret } = await act('rotate_webhook_secret', { webhook_id })
  const everything = JSON.stringify([await sql`select w::text from webhooks w`, await sql`select * from audit_entries`])
  assert.ok(!everything.includes(secret.slice(6)))
  assert.ok(!JSON.stringify(await act('get_webhook', { webhook_id })).includes(secret.slice(6)))
})

test('Rotating requires webhooks:write, an overlap of at most a week, and a webhook of the workspace', async () => {
  const { id: webhook_id } = await make()
  const as = only('webhooks:read')
  assert.equal((await refusal(act('rotate_webhook_secret', { webhook_id }, { as }))).code, 'permission_denied')
  for (const overlap_hours of [-1, 169, 1.5])
    assert.equal((await refusal(act('rotate_webhook_secret', { webhook_id, overlap_hours }))).code, 'invalid_request')
  assert.equal((await refusal((await addAccount()).act('rotate_webhook_secret', { webhook_id }))).code, 'not_found')
})
