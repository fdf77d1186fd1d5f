import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openWorkspace } from '#test/workspace.ts'

const { act } = await openWorkspace()

test('A bot gets a new token', async () => {
  const bot = await act('create_agent_bot', { name: 'Recepción' })
  const { token, ...same } = await act('rotate_agent_bot_token', { agent_bot_id: bot.id })
  assert.ok(token.length >= 32 && token !== bot.token)
  assert.equal(same.id, bot.id)
})
