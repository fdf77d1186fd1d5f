import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, events, only, addAccount } = await openWorkspace()

test('The status of an import can be read, without the file', async () => {
  const made = await act('import_contacts', { csv: 'name,email\nAna,ana@example.com\n', dry_run: true })
  const known = await events()
  const read = await act('get_contact_import', { import_id: made.id })
  assert.deepEqual(read, made)
  assert.equal(read.status, 'pending')
  assert.equal(read.dry_run, true)
  assert.ok(!JSON.stringify(read).includes('ana@example.com'))
  assert.deepEqual(await events(), known)
})

test('An import of another workspace is not found', async () => {
  const other = await addAccount()
  const theirs = await other.act('import_contacts', { csv: 'name\n' })
  for (const import_id of [theirs.id, '999999']) {
    const problem = await refusal(act('get_contact_import', { import_id }))
    assert.equal(problem.code, 'not_found')
    assert.equal(problem.extra.errors?.[0]?.field, 'import_id')
  }
})

test('Reading an import of contacts requires permission to read contacts', async () => {
  const problem = await refusal(act('get_contact_import', { import_id: '1' }, { as: only('contacts:write') }))
  assert.equal(problem.code, 'permission_denied')
})
