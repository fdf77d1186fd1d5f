import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'

const { act, inbox, talk, addAccount } = await openInbox()

test('New conversations of an inbox with a bot start pending, and open again without one', async () => {
  const { id: agent_bot_id } = await act('create_agent_bot', { name: 'Recepción' })
  const attached = await act('set_inbox_agent_bot', { inbox_id: inbox.id, agent_bot_id })
  assert.deepEqual([attached.agent_bot?.id, attached.agent_bot?.inbox_ids], [agent_bot_id, [inbox.id]])
  assert.equal((await talk()).status, 'pending')
  assert.equal((await act('set_inbox_agent_bot', { inbox_id: inbox.id, agent_bot_id: null })).agent_bot, null)
  assert.equal((await talk()).status, 'open')
})

test('A bot of another workspace cannot be attached', async () => {
  const { id: agent_bot_id } = await (await addAccount()).act('create_agent_bot', { name: 'Ajeno' })
  const problem = await refusal(act('set_inbox_agent_bot', { inbox_id: inbox.id, agent_bot_id }))
  assert.equal(problem.code, 'not_found')
})
