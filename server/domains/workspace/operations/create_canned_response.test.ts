import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, only, addAccount } = await openWorkspace()
const site = await act('create_inbox', { name: 'Sitio', channel: 'web_widget' })
const api = await act('create_inbox', { name: 'Propio', channel: 'api' })
const make = (short_code: string, inbox = 'Sitio', content = 'Abrimos a las ocho.') =>
  act('create_canned_response', { short_code, content, inbox })

test('A canned response is created in an inbox given by name or id', async () => {
  const response = await make(' horario ', 'SITIO', ' Abrimos\na las ocho. ')
  assert.deepEqual([response.short_code, response.content], ['horario', 'Abrimos\na las ocho.'])
  assert.deepEqual(response.inbox, { id: site.id, name: 'Sitio' })
  assert.deepEqual((await make('horario', api.id)).inbox, { id: api.id, name: 'Propio' })
})

test('A short code is unique per inbox, ignoring case', async () => {
  await make('saludo')
  const problem = await refusal(make('SALUDO'))
  assert.equal(problem.code, 'duplicate_value')
  assert.equal(problem.extra.errors?.[0]?.field, 'short_code')
  assert.match(problem.message, /short code is already in use/)
  assert.equal((await make('saludo', 'Propio')).short_code, 'saludo')
})

test('A code with a leading slash or spaces, too long or empty, is rejected', async () => {
  for (const code of ['/hola', 'dos palabras', 'tab\tulado', 'x'.repeat(51)]) {
    const problem = await refusal(make(code))
    assert.equal(problem.code, 'invalid_value', code)
    assert.equal(problem.extra.errors?.[0]?.field, 'short_code')
  }
  assert.match((await refusal(make('/hola'))).message, /without the leading slash/)
  assert.equal((await refusal(make(' '))).code, 'missing_field')
  assert.equal((await refusal(make('vacia', 'Sitio', '  '))).extra.errors?.[0]?.field, 'content')
  assert.equal((await make('x'.repeat(50))).short_code.length, 50)
})

test('An unknown inbox, or one of another workspace, is rejected', async () => {
  const other = await addAccount()
  const theirs = await other.act('create_inbox', { name: 'Ajena', channel: 'api' })
  for (const inbox of [theirs.id, 'Ajena', '999999']) {
    const problem = await refusal(make('hola', inbox))
    assert.equal(problem.code, 'not_found')
    assert.equal(problem.extra.errors?.[0]?.field, 'inbox')
  }
})

test('Creating a canned response requires permission to change the workspace', async () => {
  const input = { short_code: 'no', content: 'No', inbox: 'Sitio' }
  const problem = await refusal(act('create_canned_response', input, { as: only('workspace:read') }))
  assert.equal(problem.code, 'permission_denied')
})
