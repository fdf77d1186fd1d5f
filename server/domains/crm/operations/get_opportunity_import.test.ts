import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCrm } from '#test/crm.ts'
import { refusal } from '#test/refusal.ts'

const { act, only, addAccount } = await openCrm()

test('The progress of an import of deals can be read, without the file', async () => {
  const made = await act('import_opportunities', { csv: 'name,contact_email\nVenta,ana@example.com\n' })
  const read = await act('get_opportunity_import', { import_id: made.id })
  assert.deepEqual([read, read.status, read.total_rows], [made, 'pending', 1])
  assert.ok(!JSON.stringify(read).includes('ana@example.com'))
})

test('An import of another workspace, or of leads, is not found', async () => {
  const theirs = await (await addAccount()).act('import_opportunities', { csv: 'name\n' })
  const leads = await act('import_leads', { csv: 'name\n' })
  for (const import_id of [theirs.id, leads.id])
    assert.equal((await refusal(act('get_opportunity_import', { import_id }))).code, 'not_found')
})

test('Reading an import of deals requires permission to read deals', async () => {
  const problem = await refusal(act('get_opportunity_import', { import_id: '1' }, { as: only('crm:write') }))
  assert.equal(problem.code, 'permission_denied')
})
