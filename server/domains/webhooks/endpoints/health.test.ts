import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordFailure, recordSuccess, disableEndpoint } from './health.ts'
import { createUser } from '#domains/access/setup/provision.ts'
import { openWorkspace } from '#test/workspace.ts'

const { runtime, sql, act, actor, addAccount } = await openWorkspace()
const account_id = actor.account.id

let made = 0
const makeWebhook = async () => {
  const url = `https://hook${++made}.example.com/secreto?token=abc`
  return (await act('create_webhook', { url, events: ['*'] })).id
}

/** Makes the endpoint look as if it had failed for this long, this many times, without a success. */
const markFailing = (webhook_id: string, hours: number, times: number) => sql`
  update webhooks set failing_since = now() - make_interval(hours => ${hours}), failed_attempts = ${times},
         created_at = now() - make_interval(hours => ${hours}) where id = ${webhook_id}`

const mails = () => sql<{ subject: string; to_address: string; text: string }>`
  select subject, to_address, text from emails where account_id = ${account_id} and kind = 'webhook' order by id`

test('After a day of failures every administrator gets one e-mail and the endpoint shows a banner', async () => {
  const boss = { account_id, name: 'Berta', email: 'berta@example.com', role: 'administrator' } as const
  await createUser(sql, boss)
  await createUser(sql, { ...boss, name: 'Ciro', email: 'ciro@example.com', role: 'agent' })
  const webhook_id = await makeWebhook()
  await recordFailure(runtime, { account_id, webhook_id }, 'It answered 500.')
  assert.deepEqual([await mails(), (await act('get_webhook', { webhook_id })).banner], [[], null])
  await markFailing(webhook_id, 25, 3)
  for (let i = 0; i < 3; i++) await recordFailure(runtime, { account_id, webhook_id }, 'It answered 500.')
  const sent = await mails()
  assert.deepEqual(sent.map(({ to_address }) => to_address).toSorted(), [`ana.${account_id}@example.com`, boss.email])
  assert.equal(sent[0]?.subject, `Tu webhook a hook${made}.example.com está fallando`)
  assert.match(sent[0]!.text, /Respondió 500\./)
  assert.ok(!sent[0]!.text.includes('token=abc'), 'the query string may hold a secret')
  const { banner, enabled, failed_attempts, last_error } = await act('get_webhook', { webhook_id })
  assert.deepEqual([banner, enabled, failed_attempts, last_error], ['failing', true, 6, 'It answered 500.'])
  await recordSuccess(runtime, { account_id, webhook_id })
  const well = await act('get_webhook', { webhook_id })
  assert.deepEqual([well.banner, well.failing_since, well.last_error], [null, null, null])
})

test('After five days and twenty failures an endpoint is disabled, announced once, and its waiting deliveries fail', async () => {
  const webhook_id = await makeWebhook()
  const { id: delivery_id } = await act('test_webhook', { webhook_id })
  await markFailing(webhook_id, 121, 19)
  const known = (await mails()).length
  await recordFailure(runtime, { account_id, webhook_id }, 'late')
  await recordFailure(runtime, { account_id, webhook_id }, 'late')
  const { enabled, disabled_reason, disabled_at, banner } = await act('get_webhook', { webhook_id })
  assert.deepEqual([enabled, disabled_reason, Boolean(disabled_at), banner], [false, 'failing', true, 'disabled'])
  const sent = (await mails()).slice(known)
  assert.deepEqual(
    sent.map(({ subject }) => subject),
    Array(2).fill(`Tu webhook a hook${made}.example.com se desactivó`),
  )
  const { status, last_error } = await act('get_webhook_delivery', { webhook_id, delivery_id })
  assert.deepEqual([status, last_error], ['failed', 'The webhook was disabled before it could be sent.'])
  const on = await act('update_webhook', { webhook_id, enabled: true })
  assert.deepEqual(
    [on.enabled, on.banner, on.disabled_reason, on.disabled_at, on.failing_since, on.failed_attempts],
    [true, null, null, null, null, 0],
  )
})

test('An endpoint reported gone twice at once is disabled once, with the e-mail in the workspace language', async () => {
  await sql`update accounts set locale = 'en' where id = ${account_id}`
  const webhook_id = await makeWebhook()
  const known = (await mails()).length
  await Promise.all([1, 2, 3].map(() => disableEndpoint(runtime, { account_id, webhook_id }, 'gone')))
  const sent = (await mails()).slice(known)
  assert.equal(sent.length, 2)
  assert.equal(sent[0]?.subject, `Your webhook to hook${made}.example.com was disabled`)
  assert.match(sent[0]!.text, /asked us to stop sending/)
})

test('Results for a deleted endpoint or one of another workspace are ignored', async () => {
  const other = await addAccount()
  const webhook_id = await makeWebhook()
  const before = await act('get_webhook', { webhook_id })
  await recordFailure(runtime, { account_id: other.actor.account.id, webhook_id }, 'no')
  await disableEndpoint(runtime, { account_id: other.actor.account.id, webhook_id }, 'gone')
  assert.deepEqual(await act('get_webhook', { webhook_id }), before)
  await act('delete_webhook', { webhook_id })
  await recordFailure(runtime, { account_id, webhook_id }, 'no')
  await recordSuccess(runtime, { account_id, webhook_id })
  await disableEndpoint(runtime, { account_id, webhook_id }, 'gone')
})
