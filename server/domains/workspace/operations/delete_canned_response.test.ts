import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, only, addAccount } = await openWorkspace()

async function make(workspace: Pick<Awaited<ReturnType<typeof addAccount>>, 'act'>) {
  const { id } = await workspace.act('create_inbox', { name: 'Sitio', channel: 'api' })
  return workspace.act('create_canned_response', { short_code: 'hola', content: 'Hola', inbox: id })
}

test('A canned response is deleted, and the audit log records it', async () => {
  const { id } = await make({ act })
  assert.deepEqual(await act('delete_canned_response', { short_code: id }), { id, deleted: true })
  assert.deepEqual((await act('list_canned_responses', {})).items, [])
  const [entry] = (await act('list_audit_entries', { limit: 1 })).items
  assert.deepEqual([entry?.action, entry?.details], ['delete_canned_response', { short_code: id }])
})

test('A deleted record, or one of another workspace, is not found', async () => {
  const other = await addAccount()
  const theirs = await make(other)
  const { id } = await make({ act })
  await act('delete_canned_response', { short_code: id })
  for (const short_code of [id, theirs.id])
    assert.equal((await refusal(act('delete_canned_response', { short_code }))).code, 'not_found')
  assert.equal((await other.act('list_canned_responses', {})).items.length, 1)
})

test('Deleting a canned response requires permission to change the workspace', async () => {
  const input = { short_code: 'hola' }
  const problem = await refusal(act('delete_canned_response', input, { as: only('workspace:read') }))
  assert.equal(problem.code, 'permission_denied')
})
