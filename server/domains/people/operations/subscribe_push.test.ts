import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startSession, openPerson } from '#test/personal.ts'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, actor, sql } = await openWorkspace()
const keys = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
}
const subscription = (name: string) => ({ endpoint: `https://push.example.net/${name}`, keys, language: 'es' as const })

test('A browser has one subscription, stored encrypted, whoever is signed in', async () => {
  const luz = await openPerson(sql, actor.account.id)
  const first = await act('subscribe_push', subscription('a'), { as: luz })
  assert.deepEqual([first.current, first.device], [true, 'Navegador'])
  const again = await act('subscribe_push', subscription('b'), { as: luz })
  assert.equal(again.id, first.id)
  const sol = await openPerson(sql, actor.account.id)
  await act('subscribe_push', subscription('b'), { as: sol })
  const rows = await sql<{ user_id: string; target_sealed: Buffer }>`
    select user_id, target_sealed from push_subscriptions where account_id = ${actor.account.id}`
  assert.deepEqual(
    rows.map(({ user_id }) => user_id),
    [sol.user_id],
  )
  assert.ok(!rows[0]!.target_sealed.includes('push.example.net'))
})

test('Each browser of a person has its own', async () => {
  const luz = await openPerson(sql, actor.account.id)
  const phone = await startSession(sql, actor.account.id, luz.user_id!)
  await act('subscribe_push', subscription('desk'), { as: luz })
  await act('subscribe_push', subscription('phone'), { as: phone })
  const { items } = await act('list_push_subscriptions', {}, { as: phone })
  assert.deepEqual(
    items.map(({ current }) => current),
    [true, false],
  )
})

test('Addresses inside the network, keys of no browser and callers without a session are refused', async () => {
  const luz = await openPerson(sql, actor.account.id)
  const wrong = [
    { ...subscription('a'), endpoint: 'http://push.example.net/a' },
    { ...subscription('a'), endpoint: 'https://127.0.0.1/a' },
    { ...subscription('a'), endpoint: 'https://169.254.169.254/latest/meta-data' },
    { ...subscription('a'), keys: { ...keys, p256dh: `C${keys.p256dh.slice(1)}` } },
    { ...subscription('a'), keys: { ...keys, auth: 'short' } },
  ]
  for (const input of wrong) {
    const { code } = await refusal(act('subscribe_push', input, { as: luz }))
    assert.ok(['invalid_value', 'invalid_request'].includes(code))
  }
  assert.equal((await refusal(act('subscribe_push', subscription('a')))).code, 'permission_denied')
  assert.deepEqual((await act('list_push_subscriptions', {}, { as: luz })).items, [])
})
