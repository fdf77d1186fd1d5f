import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCrm } from '#test/crm.ts'
import { refusal } from '#test/refusal.ts'

const { act, only, leads, addAccount } = await openCrm()

test('A pipeline is returned with its stages and requires crm:read', async () => {
  const pipeline_id = leads.id
  assert.deepEqual(await act('get_pipeline', { pipeline_id }), leads)
  const other = await addAccount()
  assert.equal((await refusal(other.act('get_pipeline', { pipeline_id }))).code, 'not_found')
  assert.equal(
    (await refusal(act('get_pipeline', { pipeline_id }, { as: only('contacts:read') }))).code,
    'permission_denied',
  )
})
