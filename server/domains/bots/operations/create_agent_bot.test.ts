import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, only, sql } = await openWorkspace()

test('A new bot gets a token and a secret, which are shown once and not stored as they are', async () => {
  const bot = await act('create_agent_bot', { name: 'Recepción', url: 'https://bot.example.com/hook' })
  assert.deepEqual([bot.name, bot.url, bot.inbox_ids], ['Recepción', 'https://bot.example.com/hook', []])
  assert.ok(bot.token.length >= 32 && bot.secret.length > 20)
  const [row] = await sql<{ stored: string }>`select to_jsonb(b)::text as stored from agent_bots b where id = ${bot.id}`
  assert.ok(!row!.stored.includes(bot.token) && !row!.stored.includes(bot.secret))
})

test('An address inside the network is refused', async () => {
  const problem = await refusal(act('create_agent_bot', { name: 'Bot', url: 'http://10.0.0.1/hook' }))
  assert.deepEqual([problem.code, problem.extra.errors?.[0]?.field], ['invalid_value', 'url'])
})

test('Making a bot needs the permission of an administrator', async () => {
  const as = only('contacts:read', 'conversations:read')
  assert.equal((await refusal(act('create_agent_bot', { name: 'Bot' }, { as }))).code, 'permission_denied')
})
