import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scopes } from '#contract/permissions.ts'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, only, addAccount } = await openWorkspace()
const inbox = await act('create_inbox', { name: 'Ventas', channel: 'api' })

test('An administrator reads the saved prompt, or nothing if there is none', async () => {
  const of = { id: inbox.id, name: 'Ventas' }
  assert.deepEqual(await act('get_ai_prompt', { inbox_id: inbox.id }), { inbox: of, prompt: null, updated_at: null })
  const now = new Date()
  await act('set_ai_prompt', { inbox_id: inbox.id, prompt: 'Habla de usted.' }, { now })
  const read = { inbox: of, prompt: 'Habla de usted.', updated_at: now.toISOString() }
  assert.deepEqual(await act('get_ai_prompt', { inbox_id: inbox.id }), read)
})

test('No other role or permission can read the prompt, nor can an administrator of another workspace', async () => {
  const problem = await refusal(act('get_ai_prompt', { inbox_id: inbox.id }, { as: only(...scopes) }))
  assert.equal(problem.code, 'permission_denied')
  const other = await addAccount()
  assert.equal((await refusal(other.act('get_ai_prompt', { inbox_id: inbox.id }))).code, 'not_found')
})
