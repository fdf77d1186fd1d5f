import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPerson } from '#test/personal.ts'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, actor, sql } = await openWorkspace()
const keys = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
}

test('People end the subscriptions of their own browsers only', async () => {
  const [luz, sol] = [await openPerson(sql, actor.account.id), await openPerson(sql, actor.account.id)]
  const endpoint = 'https://push.example.net/send/1'
  const { id: subscription_id } = await act('subscribe_push', { endpoint, keys, language: 'en' }, { as: luz })
  assert.equal((await refusal(act('unsubscribe_push', { subscription_id }, { as: sol }))).code, 'not_found')
  assert.equal((await act('list_push_subscriptions', {}, { as: luz })).items.length, 1)
  assert.deepEqual(await act('unsubscribe_push', { subscription_id }, { as: luz }), { subscription_id })
  assert.deepEqual((await act('list_push_subscriptions', {}, { as: luz })).items, [])
  assert.equal((await refusal(act('unsubscribe_push', { subscription_id }, { as: luz }))).code, 'not_found')
})
