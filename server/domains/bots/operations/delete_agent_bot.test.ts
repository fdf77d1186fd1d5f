import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'

const { act, inbox, talk } = await openInbox()

test('A deleted bot is gone, and its inboxes go on without it', async () => {
  const { id: agent_bot_id } = await act('create_agent_bot', { name: 'Recepción' })
  await act('set_inbox_agent_bot', { inbox_id: inbox.id, agent_bot_id })
  assert.deepEqual(await act('delete_agent_bot', { agent_bot_id }), { id: agent_bot_id, deleted: true })
  assert.equal((await refusal(act('get_agent_bot', { agent_bot_id }))).code, 'not_found')
  assert.equal((await talk()).status, 'open')
})
