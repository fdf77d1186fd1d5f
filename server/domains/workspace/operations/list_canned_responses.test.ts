import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, only, addAccount } = await openWorkspace()

test('All canned responses, or those of one inbox, are listed by code, for this workspace only', async () => {
  const other = await addAccount()
  for (const workspace of [{ act }, other]) {
    await workspace.act('create_inbox', { name: 'Sitio', channel: 'api' })
    await workspace.act('create_canned_response', { short_code: 'hola', content: 'Hola', inbox: 'Sitio' })
  }
  const own = await act('create_inbox', { name: 'Propio', channel: 'api' })
  for (const short_code of ['Adios', 'hola'])
    await act('create_canned_response', { short_code, content: 'Texto', inbox: 'Propio' })
  const listed = async (filters: { inbox?: string }) =>
    (await act('list_canned_responses', filters)).items.map((each) => `${each.short_code} ${each.inbox.name}`)
  assert.deepEqual(await listed({}), ['Adios Propio', 'hola Propio', 'hola Sitio'])
  for (const inbox of ['propio', own.id]) assert.deepEqual(await listed({ inbox }), ['Adios Propio', 'hola Propio'])
})

test('An unknown inbox is rejected', async () => {
  const problem = await refusal(act('list_canned_responses', { inbox: 'Ninguna' }))
  assert.equal(problem.code, 'not_found')
  assert.equal(problem.extra.errors?.[0]?.field, 'inbox')
})

test('Listing canned responses requires permission to read the workspace', async () => {
  const problem = await refusal(act('list_canned_responses', {}, { as: only('conversations:read') }))
  assert.equal(problem.code, 'permission_denied')
})
