import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, only, addAccount } = await openWorkspace()

test('an inbox is read as it was made', async () => {
  const inbox = await act('create_inbox', { name: 'Sitio', channel: 'web_widget', settings: { color: '#0f766e' } })
  assert.deepEqual(await act('get_inbox', { inbox_id: inbox.id }), inbox)
})

test('an inbox of another workspace is as missing as one that never was', async () => {
  const other = await addAccount()
  const theirs = await other.act('create_inbox', { name: 'Ajena', channel: 'api' })
  for (const inbox_id of [theirs.id, '999999']) {
    const problem = await refusal(act('get_inbox', { inbox_id }))
    assert.equal(problem.code, 'not_found')
    assert.equal(problem.message, `There is no inbox with id ${inbox_id}.`)
  }
})

test('it needs the right to read conversations', async () => {
  const problem = await refusal(act('get_inbox', { inbox_id: '1' }, { as: only('workspace:read') }))
  assert.equal(problem.code, 'permission_denied')
})
