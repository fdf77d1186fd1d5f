import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, addAccount } = await openWorkspace()

test('Only the given fields of a bot change', async () => {
  const { id: agent_bot_id } = await act('create_agent_bot', { name: 'Recepción', description: 'Saluda' })
  const renamed = await act('update_agent_bot', { agent_bot_id, name: 'Portería' })
  assert.deepEqual([renamed.name, renamed.description, renamed.url], ['Portería', 'Saluda', null])
  const moved = await act('update_agent_bot', { agent_bot_id, url: 'https://bot.example.com/', description: null })
  assert.deepEqual([moved.name, moved.description, moved.url], ['Portería', null, 'https://bot.example.com/'])
})

test('A bot of another workspace is not found', async () => {
  const other = await addAccount()
  const { id: agent_bot_id } = await other.act('create_agent_bot', { name: 'Ajeno' })
  assert.equal((await refusal(act('update_agent_bot', { agent_bot_id, name: 'Mío' }))).code, 'not_found')
})
