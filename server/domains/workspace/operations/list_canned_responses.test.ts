import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, only, addAccount } = await openWorkspace()

test('all canned responses are listed by code, or those of one inbox, and none of another workspace', async () => {
  const other = await addAccount()
  for (const hands of [{ act }, other]) {
    await hands.act('create_inbox', { name: 'Sitio', channel: 'api' })
    await hands.act('create_canned_response', { short_code: 'hola', content: 'Hola', inbox: 'Sitio' })
  }
  const own = await act('create_inbox', { name: 'Propio', channel: 'api' })
  for (const short_code of ['Adios', 'hola'])
    await act('create_canned_response', { short_code, content: 'Texto', inbox: 'Propio' })
  const listed = async (asked: { inbox?: string }) =>
    (await act('list_canned_responses', asked)).items.map((each) => `${each.short_code} ${each.inbox.name}`)
  assert.deepEqual(await listed({}), ['Adios Propio', 'hola Propio', 'hola Sitio'])
  for (const inbox of ['propio', own.id]) assert.deepEqual(await listed({ inbox }), ['Adios Propio', 'hola Propio'])
})

test('an inbox that is not there is refused', async () => {
  const problem = await refusal(act('list_canned_responses', { inbox: 'Ninguna' }))
  assert.equal(problem.code, 'not_found')
  assert.equal(problem.extra.errors?.[0]?.field, 'inbox')
})

test('it needs the right to read the workspace', async () => {
  const problem = await refusal(act('list_canned_responses', {}, { as: only('conversations:read') }))
  assert.equal(problem.code, 'permission_denied')
})
