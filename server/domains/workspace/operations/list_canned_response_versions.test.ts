import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, actor, only, addAccount } = await openWorkspace()
for (const name of ['Sitio', 'Propio']) await act('create_inbox', { name, channel: 'api' })
const make = (short_code: string, inbox = 'Sitio') =>
  act('create_canned_response', { short_code, content: 'Primera', inbox })

test('A new canned response has one version, by its author', async () => {
  const made = await make('hola')
  assert.deepEqual(await act('list_canned_response_versions', { short_code: 'HOLA' }), {
    items: [
      {
        version: 1,
        short_code: 'hola',
        content: 'Primera',
        author: { type: 'user', id: actor.id, name: 'Ana Admin' },
        created_at: made.created_at,
      },
    ],
    next_cursor: null,
  })
})

test('Versions come newest first, page by page, by code or id', async () => {
  const { id } = await make('larga')
  for (let i = 2; i <= 5; i++) await act('edit_canned_response', { short_code: id, new_content: `Versión ${i}` })
  for (const short_code of ['larga', id]) {
    const collected: number[] = []
    let cursor: string | undefined
    do {
      const page = await act('list_canned_response_versions', { short_code, limit: 2, ...(cursor && { cursor }) })
      collected.push(...page.items.map(({ version }) => version))
      cursor = page.next_cursor ?? undefined
    } while (cursor)
    assert.deepEqual(collected, [5, 4, 3, 2, 1])
  }
  const { next_cursor } = await act('list_canned_response_versions', { short_code: 'larga', limit: 2 })
  const elsewhere = act('list_canned_response_versions', { short_code: 'hola', cursor: next_cursor! })
  assert.equal((await refusal(elsewhere)).code, 'invalid_cursor')
})

test('Deleting removes the versions, and a new response with the same code starts again', async () => {
  const { id } = await make('ida')
  await act('edit_canned_response', { short_code: id, new_content: 'Segunda' })
  await act('delete_canned_response', { short_code: id })
  assert.equal((await refusal(act('list_canned_response_versions', { short_code: id }))).code, 'not_found')
  await make('ida')
  assert.equal((await act('list_canned_response_versions', { short_code: 'ida' })).items.length, 1)
})

test('A code of two inboxes is ambiguous, and one of another workspace is not found', async () => {
  await make('dos')
  await make('dos', 'Propio')
  assert.equal((await refusal(act('list_canned_response_versions', { short_code: 'dos' }))).code, 'ambiguous_reference')
  const other = await addAccount()
  await other.act('create_inbox', { name: 'Ajena', channel: 'api' })
  const theirs = await other.act('create_canned_response', { short_code: 'ajena', content: 'Suya', inbox: 'Ajena' })
  for (const short_code of ['ajena', theirs.id, 'nunca'])
    assert.equal((await refusal(act('list_canned_response_versions', { short_code }))).code, 'not_found')
})

test('Listing the versions of a canned response requires permission to read the workspace', async () => {
  const denied = act('list_canned_response_versions', { short_code: 'hola' }, { as: only('conversations:read') })
  assert.equal((await refusal(denied)).code, 'permission_denied')
})
