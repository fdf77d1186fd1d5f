import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scopes } from '#contract/permissions.ts'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, only, addAccount, events } = await openWorkspace()
const inbox = await act('create_inbox', { name: 'Ventas', channel: 'api' })
const inbox_id = inbox.id

test('A prompt is trimmed, can be replaced, and is cleared by null or an empty text', async () => {
  const count = (await events()).length
  assert.equal((await act('set_ai_prompt', { inbox_id, prompt: ' Habla de usted. ' })).prompt, 'Habla de usted.')
  assert.equal((await act('set_ai_prompt', { inbox_id, prompt: 'Tutea.' })).prompt, 'Tutea.')
  for (const prompt of ['', ' ', null]) assert.equal((await act('set_ai_prompt', { inbox_id, prompt })).prompt, null)
  assert.equal((await events()).length, count, 'no event is emitted')
})

test('Changing the prompt leaves the other AI settings as they were', async () => {
  const { adjusted: _, ...before } = await act('update_ai_config', { inbox: inbox_id, config: { temperature: 1 } })
  await act('set_ai_prompt', { inbox_id, prompt: 'Tutea.' }, { now: new Date(Date.now() + 60_000) })
  assert.deepEqual(await act('get_ai_config', { inbox: inbox_id }), before)
})

test('The audit log records who changed the prompt, without its text', async () => {
  await act('set_ai_prompt', { inbox_id, prompt: 'Habla como un pirata' })
  const { items } = await act('list_audit_entries', { action: 'set_ai_prompt' })
  assert.deepEqual(items[0]?.details, { inbox_id })
  assert.ok(!JSON.stringify(items).includes('pirata'))
})

test('Only administrators can write the prompt, in their own workspace, up to 20,000 characters', async () => {
  const denied = act('set_ai_prompt', { inbox_id, prompt: 'x' }, { as: only(...scopes) })
  assert.equal((await refusal(denied)).code, 'permission_denied')
  const other = await addAccount()
  assert.equal((await refusal(other.act('set_ai_prompt', { inbox_id, prompt: 'x' }))).code, 'not_found')
  const long = act('set_ai_prompt', { inbox_id, prompt: 'x'.repeat(20_001) })
  assert.equal((await refusal(long)).code, 'invalid_request')
})
