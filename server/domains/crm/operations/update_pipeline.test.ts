import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCrm } from '#test/crm.ts'
import { refusal } from '#test/refusal.ts'

const { act, events, only, leads } = await openCrm()

test('Name, description, currency and default can change; equal values change nothing', async () => {
  const { id: pipeline_id } = await act('create_pipeline', { name: 'Otros', kind: 'leads' })
  const after = await act('update_pipeline', {
    pipeline_id,
    name: 'Otros leads',
    description: 'x',
    default_currency: 'USD',
    is_default: true,
  })
  assert.deepEqual(
    [after.name, after.description, after.default_currency, after.is_default],
    ['Otros leads', 'x', 'USD', true],
  )
  assert.equal((await events()).at(-1)?.name, 'pipeline.updated')
  assert.equal((await act('get_pipeline', { pipeline_id: leads.id })).is_default, false)
  const known = await events()
  await act('update_pipeline', { pipeline_id, name: 'Otros leads' })
  assert.deepEqual(await events(), known)
  assert.equal((await act('update_pipeline', { pipeline_id, is_default: false })).is_default, false)
  assert.equal((await refusal(act('update_pipeline', { pipeline_id, name: 'ventas' }))).code, 'duplicate_value')
  assert.equal((await refusal(act('update_pipeline', { pipeline_id: '999999999', name: 'x' }))).code, 'not_found')
  assert.equal(
    (await refusal(act('update_pipeline', { pipeline_id, name: 'x' }, { as: only('crm:write') }))).code,
    'permission_denied',
  )
})
