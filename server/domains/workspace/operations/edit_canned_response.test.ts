import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, only, addAccount } = await openWorkspace()
for (const name of ['Sitio', 'Propio']) await act('create_inbox', { name, channel: 'api' })
const make = (short_code: string, inbox = 'Sitio') =>
  act('create_canned_response', { short_code, content: 'Hola', inbox })

test('Code, content or both change, found by code ignoring case', async () => {
  const made = await make('hola')
  const now = new Date(Date.now() + 60_000)
  const content = await act('edit_canned_response', { short_code: 'HOLA', new_content: ' Buenas ' }, { now })
  assert.deepEqual(content, { ...made, content: 'Buenas', updated_at: now.toISOString() })
  const code = await act('edit_canned_response', { short_code: 'hola', new_short_code: 'Buenas' }, { now })
  assert.deepEqual(code, { ...content, short_code: 'Buenas' })
  const both = { short_code: 'buenas', new_short_code: 'hola', new_content: 'Hola' }
  assert.deepEqual(await act('edit_canned_response', both, { now }), { ...made, updated_at: now.toISOString() })
})

test('Every edit stores a version with its author; restoring one is an edit', async () => {
  const { id } = await make('historia')
  const editor = only('workspace:read', 'workspace:write')
  await act('edit_canned_response', { short_code: id, new_content: 'Segunda' }, { as: { ...editor, name: 'Berta' } })
  await act('edit_canned_response', { short_code: id, new_content: 'Segunda' })
  await act('edit_canned_response', { short_code: id, new_short_code: 'cuento' })
  const versions = async () => (await act('list_canned_response_versions', { short_code: id })).items
  assert.deepEqual(
    (await versions()).map(({ version, short_code, content, author }) => [version, short_code, content, author.name]),
    [
      [3, 'cuento', 'Segunda', 'Ana Admin'],
      [2, 'historia', 'Segunda', 'Berta'],
      [1, 'historia', 'Hola', 'Ana Admin'],
    ],
  )
  const first = (await versions()).at(-1)!
  await act('edit_canned_response', { short_code: id, new_content: first.content })
  const [restored] = await versions()
  assert.deepEqual([restored?.version, restored?.content], [4, 'Hola'])
})

test('Concurrent edits each store their own version', async () => {
  const { id } = await make('a-la-vez')
  const texts = ['uno', 'dos', 'tres', 'cuatro']
  await Promise.all(texts.map((new_content) => act('edit_canned_response', { short_code: id, new_content })))
  const { items } = await act('list_canned_response_versions', { short_code: id })
  assert.deepEqual(
    items.map(({ version }) => version),
    [5, 4, 3, 2, 1],
  )
  assert.deepEqual(items.map(({ content }) => content).sort(), ['Hola', ...texts].sort())
})

test('A rejected edit stores no version', async () => {
  const { id } = await make('quieta')
  await refusal(act('edit_canned_response', { short_code: id, new_content: 'X', new_short_code: '/no' }))
  assert.equal((await act('list_canned_response_versions', { short_code: id })).items.length, 1)
})

test('The audit log records every edit', async () => {
  const { short_code } = await make('version')
  const first = { short_code, content: 'Hola', inbox: 'Sitio' }
  const second = { short_code, new_content: 'Segunda' }
  await act('edit_canned_response', second)
  const { items } = await act('list_audit_entries', {})
  const versions = items.filter((entry) => entry.details.short_code === short_code)
  assert.deepEqual(
    versions.map(({ action, details, actor }) => [action, details, actor.name]),
    [
      ['edit_canned_response', second, 'Ana Admin'],
      ['create_canned_response', first, 'Ana Admin'],
    ],
  )
})

test('An update without changes has no effect', async () => {
  const made = await make('igual')
  const now = new Date(Date.now() + 60_000)
  assert.deepEqual(await act('edit_canned_response', { short_code: 'igual', new_content: 'Hola' }, { now }), made)
  assert.deepEqual(await act('edit_canned_response', { short_code: 'igual' }, { now }), made)
})

test('A code that two inboxes share is ambiguous, and both are listed', async () => {
  const [one, two] = [await make('dos'), await make('dos', 'Propio')]
  const problem = await refusal(act('edit_canned_response', { short_code: 'dos', new_content: 'X' }))
  assert.equal(problem.code, 'ambiguous_reference')
  assert.match(problem.message, /Sitio, Propio/)
  assert.deepEqual(
    problem.extra.candidates?.map((each) => each.id),
    [one.id, two.id],
  )
  const edited = await act('edit_canned_response', { short_code: two.id, new_content: 'X' })
  assert.deepEqual([edited.id, edited.content], [two.id, 'X'])
})

test('A taken or invalid new code is rejected', async () => {
  await make('uno')
  await make('otro')
  const change = (new_short_code: string) =>
    refusal(act('edit_canned_response', { short_code: 'otro', new_short_code }))
  assert.equal((await change('UNO')).code, 'duplicate_value')
  const slash = await change('/uno')
  assert.deepEqual([slash.code, slash.extra.errors?.[0]?.field], ['invalid_value', 'new_short_code'])
  const empty = await refusal(act('edit_canned_response', { short_code: 'otro', new_content: ' ' }))
  assert.deepEqual([empty.code, empty.extra.errors?.[0]?.field], ['missing_field', 'new_content'])
})

test('An unknown code, or one of another workspace, is not found, and it requires permission to change the workspace', async () => {
  const other = await addAccount()
  await other.act('create_inbox', { name: 'Ajena', channel: 'api' })
  await other.act('create_canned_response', { short_code: 'ajena', content: 'Suya', inbox: 'Ajena' })
  for (const short_code of ['ajena', 'nunca'])
    assert.equal((await refusal(act('edit_canned_response', { short_code, new_content: 'X' }))).code, 'not_found')
  const denied = await refusal(act('edit_canned_response', { short_code: 'uno' }, { as: only('workspace:read') }))
  assert.equal(denied.code, 'permission_denied')
})
