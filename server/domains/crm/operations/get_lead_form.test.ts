import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCrm } from '#test/crm.ts'
import { refusal } from '#test/refusal.ts'

const { act, only, addAccount } = await openCrm()

test('A form can be read with workspace:read, and never from another workspace', async () => {
  const form = await act('create_lead_form', { name: 'Torre 3', owner: 'Ana Admin' })
  assert.deepEqual(await act('get_lead_form', { lead_form_id: form.id }, { as: only('workspace:read') }), form)
  assert.equal(
    (await refusal(act('get_lead_form', { lead_form_id: form.id }, { as: only() }))).code,
    'permission_denied',
  )
  const other = await addAccount()
  assert.equal((await refusal(other.act('get_lead_form', { lead_form_id: form.id }))).code, 'not_found')
})

test('A form whose pipeline or stage was deleted uses the default one', async () => {
  const board = await act('create_pipeline', { name: 'Feria', kind: 'leads' })
  const form = await act('create_lead_form', { name: 'Feria', pipeline: board.id, stage: board.stages[1]!.id })
  await act('delete_stage', { stage_id: board.stages[1]!.id })
  assert.deepEqual((await act('get_lead_form', { lead_form_id: form.id })).stage, null)
  await act('delete_pipeline', { pipeline_id: board.id })
  assert.deepEqual((await act('get_lead_form', { lead_form_id: form.id })).pipeline, null)
})
