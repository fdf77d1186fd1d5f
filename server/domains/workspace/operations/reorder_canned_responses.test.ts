import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, only } = await openWorkspace()
for (const name of ['Sitio', 'Propio']) await act('create_inbox', { name, channel: 'api' })
const make = (short_code: string, inbox = 'Sitio') =>
  act('create_canned_response', { short_code, content: 'Texto', inbox })
const [hello, bye, own] = [await make('hola'), await make('adios'), await make('hola', 'Propio')]
const listed = async (inbox?: string) =>
  (await act('list_canned_responses', { ...(inbox && { inbox }) })).items.map((each) => each.id)

test('Canned responses keep the given order, also within one inbox', async () => {
  assert.deepEqual(await listed(), [bye.id, own.id, hello.id])
  const { items } = await act('reorder_canned_responses', { ids: [hello.id, own.id, bye.id] })
  assert.deepEqual(items, [hello, own, bye])
  assert.deepEqual(await listed('Sitio'), [hello.id, bye.id])
  const fresh = await make('abc')
  assert.deepEqual(await listed('Sitio'), [hello.id, bye.id, fresh.id])
})

test('Reordering stores no version', async () => {
  assert.equal((await act('list_canned_response_versions', { short_code: hello.id })).items.length, 1)
})

test('Reordering canned responses requires permission to change the workspace', async () => {
  const denied = act('reorder_canned_responses', { ids: [] }, { as: only('workspace:read') })
  assert.equal((await refusal(denied)).code, 'permission_denied')
})
