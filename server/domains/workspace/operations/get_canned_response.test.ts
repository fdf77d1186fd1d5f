import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, only, addAccount } = await openWorkspace()
type Act = typeof act
async function make(by: Act) {
  const { id: inbox } = await by('create_inbox', { name: 'Sitio', channel: 'api' })
  return by('create_canned_response', { short_code: 'hola', content: 'Hola', inbox })
}

test('A canned response can be read', async () => {
  const { id } = await make(act)
  await act('edit_canned_response', { short_code: 'hola', new_content: 'Buenas' })
  const read = await act('get_canned_response', { short_code: 'HOLA' })
  assert.deepEqual([read.id, read.content], [id, 'Buenas'])
  assert.deepEqual(await act('get_canned_response', { short_code: id }), read)
  assert.match(
    (await refusal(act('get_canned_response', { short_code: '/hola' }))).message,
    /without the leading slash/,
  )
})

test('A canned response of another workspace is not found', async () => {
  const theirs = await make((await addAccount()).act)
  for (const short_code of [theirs.id, '999999']) {
    const problem = await refusal(act('get_canned_response', { short_code }))
    assert.deepEqual([problem.code, problem.extra.errors?.[0]?.field], ['not_found', 'short_code'])
  }
})

test('Reading a canned response requires permission to read settings', async () => {
  const problem = await refusal(act('get_canned_response', { short_code: '1' }, { as: only('conversations:read') }))
  assert.equal(problem.code, 'permission_denied')
})
