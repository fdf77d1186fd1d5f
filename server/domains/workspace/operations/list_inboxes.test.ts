import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, actor, only, addAccount } = await openWorkspace()

test('A workspace without inboxes has an empty list', async () => {
  assert.deepEqual(await act('list_inboxes', {}), { items: [], next_cursor: null })
})

test('All inboxes of the workspace are listed by name with their members', async () => {
  const other = await addAccount()
  await other.act('create_inbox', { name: 'Ajena', channel: 'api' })
  const site = await act('create_inbox', { name: 'Sitio web', channel: 'web_widget', members: [actor.user_id!] })
  const api = await act('create_inbox', { name: 'api', channel: 'api' })
  const { items, next_cursor } = await act('list_inboxes', {})
  assert.deepEqual(items, [api, site])
  assert.deepEqual(items[1]?.member_ids, [actor.user_id])
  assert.equal(next_cursor, null)
})

test('The list does not contain the secret of an inbox', async () => {
  const { items } = await act('list_inboxes', {})
  const plain = ['id', 'name', 'channel', 'auto_assign', 'ai_agent_enabled', 'token', 'settings', 'connection']
  const service = ['business_hours', 'sla', 'csat', 'member_ids']
  for (const inbox of items) assert.deepEqual(Object.keys(inbox), [...plain, ...service, 'created_at', 'updated_at'])
})

test('Listing inboxes takes no parameters and requires permission to read conversations', async () => {
  assert.equal((await refusal(act('list_inboxes', { limit: 5 } as never))).code, 'invalid_request')
  assert.equal((await refusal(act('list_inboxes', {}, { as: only('contacts:read') }))).code, 'permission_denied')
})
