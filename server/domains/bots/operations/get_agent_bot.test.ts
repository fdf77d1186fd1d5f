import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, addAccount } = await openWorkspace()

test('A bot is read without its token and its secret', async () => {
  const { token: _, secret: __, ...bot } = await act('create_agent_bot', { name: 'Recepción' })
  assert.deepEqual(await act('get_agent_bot', { agent_bot_id: bot.id }), bot)
})

test('A bot of another workspace is not found', async () => {
  const { id: agent_bot_id } = await (await addAccount()).act('create_agent_bot', { name: 'Ajeno' })
  assert.equal((await refusal(act('get_agent_bot', { agent_bot_id }))).code, 'not_found')
})
