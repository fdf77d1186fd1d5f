import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noteFailure, noteSuccess, switchOff } from '#domains/webhooks/watching.ts'
import { createUser } from '#domains/access/setup.ts'
import { openWorkspace } from '#test/workspace.ts'

const { runtime, sql, act, actor, addAccount } = await openWorkspace()
const account_id = actor.account.id

let made = 0
const makeWebhook = async () => {
  const url = `https://hook${++made}.example.com/secreto?token=abc`
  return (await act('create_webhook', { url, events: ['*'] })).id
}

/** It has been failing for so long, so often, and never went well. */
const failing = (webhook_id: string, hours: number, times: number) => sql`
  update webhooks set failing_since = now() - make_interval(hours => ${hours}), failed_attempts = ${times},
         created_at = now() - make_interval(hours => ${hours}) where id = ${webhook_id}`

const mails = () => sql<{ subject: string; to_address: string; text: string }>`
  select subject, to_address, text from emails where account_id = ${account_id} and kind = 'webhook' order by id`

test('after a day of failure every administrator has one mail, and the endpoint a banner', async () => {
  const boss = { account_id, name: 'Berta', email: 'berta@example.com', role: 'administrator' } as const
  await createUser(sql, boss)
  await createUser(sql, { ...boss, name: 'Ciro', email: 'ciro@example.com', role: 'agent' })
  const webhook_id = await makeWebhook()
  await noteFailure(runtime, { account_id, webhook_id }, 'It answered 500.')
  assert.deepEqual([await mails(), (await act('get_webhook', { webhook_id })).banner], [[], null])
  await failing(webhook_id, 25, 3)
  for (let i = 0; i < 3; i++) await noteFailure(runtime, { account_id, webhook_id }, 'It answered 500.')
  const sent = await mails()
  assert.deepEqual(sent.map(({ to_address }) => to_address).toSorted(), [`ana.${account_id}@example.com`, boss.email])
  assert.equal(sent[0]?.subject, `Tu webhook a hook${made}.example.com está fallando`)
  assert.match(sent[0]!.text, /It answered 500\./)
  assert.ok(!sent[0]!.text.includes('token=abc'), 'an address may hold a secret')
  const { banner, enabled, failed_attempts, last_error } = await act('get_webhook', { webhook_id })
  assert.deepEqual([banner, enabled, failed_attempts, last_error], ['failing', true, 6, 'It answered 500.'])
  await noteSuccess(runtime, { account_id, webhook_id })
  const well = await act('get_webhook', { webhook_id })
  assert.deepEqual([well.banner, well.failing_since, well.last_error], [null, null, null])
})

test('after five days and twenty failures it is switched off, told once, and what waits has failed', async () => {
  const webhook_id = await makeWebhook()
  const { id: delivery_id } = await act('test_webhook', { webhook_id })
  await failing(webhook_id, 121, 19)
  const known = (await mails()).length
  await noteFailure(runtime, { account_id, webhook_id }, 'late')
  await noteFailure(runtime, { account_id, webhook_id }, 'late')
  const { enabled, disabled_reason, disabled_at, banner } = await act('get_webhook', { webhook_id })
  assert.deepEqual([enabled, disabled_reason, Boolean(disabled_at), banner], [false, 'failing', true, 'disabled'])
  const sent = (await mails()).slice(known)
  assert.deepEqual(
    sent.map(({ subject }) => subject),
    Array(2).fill(`Tu webhook a hook${made}.example.com fue desactivado`),
  )
  const { status, last_error } = await act('get_webhook_delivery', { webhook_id, delivery_id })
  assert.deepEqual([status, last_error], ['failed', 'The endpoint was switched off before it could be sent.'])
  const on = await act('update_webhook', { webhook_id, enabled: true })
  assert.deepEqual(
    [on.enabled, on.banner, on.disabled_reason, on.disabled_at, on.failing_since, on.failed_attempts],
    [true, null, null, null, null, 0],
  )
})

test('two who find it gone at once switch it off once, in English where that is spoken', async () => {
  await sql`update accounts set locale = 'en' where id = ${account_id}`
  const webhook_id = await makeWebhook()
  const known = (await mails()).length
  await Promise.all([1, 2, 3].map(() => switchOff(runtime, { account_id, webhook_id }, 'gone')))
  const sent = (await mails()).slice(known)
  assert.equal(sent.length, 2)
  assert.equal(sent[0]?.subject, `Your webhook to hook${made}.example.com was switched off`)
  assert.match(sent[0]!.text, /asked for nothing more to be sent/)
})

test('what became of an endpoint that was deleted meanwhile, or is of another workspace, concerns nobody', async () => {
  const other = await addAccount()
  const webhook_id = await makeWebhook()
  const before = await act('get_webhook', { webhook_id })
  await noteFailure(runtime, { account_id: other.actor.account.id, webhook_id }, 'no')
  await switchOff(runtime, { account_id: other.actor.account.id, webhook_id }, 'gone')
  assert.deepEqual(await act('get_webhook', { webhook_id }), before)
  await act('delete_webhook', { webhook_id })
  await noteFailure(runtime, { account_id, webhook_id }, 'no')
  await noteSuccess(runtime, { account_id, webhook_id })
  await switchOff(runtime, { account_id, webhook_id }, 'gone')
})
