import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCrm } from '#test/crm.ts'
import { refusal } from '#test/refusal.ts'

const { act, only, addAccount } = await openCrm()

test('The progress of an import can be read, without the file', async () => {
  const made = await act('import_leads', { csv: 'name,email\nAna,ana@example.com\n', dry_run: true })
  const read = await act('get_lead_import', { import_id: made.id })
  assert.deepEqual(read, made)
  assert.ok(!JSON.stringify(read).includes('ana@example.com'))
})

test('An import of another workspace, or of other records, is not found', async () => {
  const other = await addAccount()
  const theirs = await other.act('import_leads', { csv: 'name\n' })
  const contacts = await act('import_contacts', { csv: 'name\n' })
  const deals = await act('import_opportunities', { csv: 'name\n' })
  for (const import_id of [theirs.id, contacts.id, deals.id, '999999']) {
    const problem = await refusal(act('get_lead_import', { import_id }))
    assert.deepEqual([problem.code, problem.extra.errors?.[0]?.field], ['not_found', 'import_id'])
  }
  const ours = await act('import_leads', { csv: 'name\n' })
  assert.deepEqual(
    (await act('list_contact_imports', {})).items.map(({ id }) => id),
    [contacts.id],
  )
  assert.equal((await refusal(act('get_contact_import', { import_id: ours.id }))).code, 'not_found')
})

test('Reading an import of leads requires permission to read leads', async () => {
  const problem = await refusal(act('get_lead_import', { import_id: '1' }, { as: only('crm:write') }))
  assert.equal(problem.code, 'permission_denied')
})
