import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, only, addAccount } = await openWorkspace()

test('An inbox can be read, with the capabilities of its channel', async () => {
  const inbox = await act('create_inbox', { name: 'Sitio', channel: 'web_widget', settings: { color: '#0f766e' } })
  const { capabilities, ...read } = await act('get_inbox', { inbox_id: inbox.id })
  assert.deepEqual(read, inbox)
  assert.equal(capabilities.window_hours, null)
})

test('An inbox of another workspace is not found', async () => {
  const other = await addAccount()
  const theirs = await other.act('create_inbox', { name: 'Ajena', channel: 'api' })
  for (const inbox_id of [theirs.id, '999999']) {
    const problem = await refusal(act('get_inbox', { inbox_id }))
    assert.equal(problem.code, 'not_found')
    assert.equal(problem.message, `There is no inbox with id ${inbox_id}.`)
  }
})

test('Reading an inbox requires permission to read conversations', async () => {
  const problem = await refusal(act('get_inbox', { inbox_id: '1' }, { as: only('workspace:read') }))
  assert.equal(problem.code, 'permission_denied')
})
