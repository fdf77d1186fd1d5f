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

test('People see their signed-in browsers and the key of the installation', async () => {
  const luz = await openPerson(sql, actor.account.id)
  const phone = await startSession(sql, actor.account.id, luz.user_id!)
  for (const as of [luz, phone]) {
    const endpoint = `https://push.example.net/${as.session}`
    await act('subscribe_push', { endpoint, keys, language: 'es' }, { as })
  }
  const { items, public_key } = await act('list_push_subscriptions', {}, { as: luz })
  assert.deepEqual(
    items.map(({ device, current }) => [device, current]),
    [
      ['Navegador', false],
      ['Navegador', true],
    ],
  )
  assert.equal(Buffer.from(public_key, 'base64url').length, 65)
  await sql`delete from sessions where id = ${phone.session}`
  assert.equal((await act('list_push_subscriptions', {}, { as: luz })).items.length, 1)
  const sol = await openPerson(sql, actor.account.id)
  assert.deepEqual((await act('list_push_subscriptions', {}, { as: sol })).items, [])
  assert.equal((await refusal(act('list_push_subscriptions', {}))).code, 'permission_denied')
})
