import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCrm } from '#test/crm.ts'
import { refusal } from '#test/refusal.ts'

const { act, events, only, lead, leads } = await openCrm()

test('an empty pipeline can be deleted; one that holds something says how much', async () => {
  const pipeline = await act('create_pipeline', { name: 'Otros', kind: 'mixed' })
  const { id: lead_id } = await lead({ pipeline: 'Otros' })
  const problem = await refusal(act('delete_pipeline', { pipeline_id: pipeline.id }))
  assert.deepEqual([problem.code, problem.status], ['invalid_state', 409])
  assert.match(problem.message, /still holds 1 /)
  await act('crm_move_lead_stage', { lead_id, stage: leads.stages[0]!.id })
  const as = only('crm:write')
  assert.equal((await refusal(act('delete_pipeline', { pipeline_id: pipeline.id }, { as }))).code, 'permission_denied')
  assert.deepEqual(await act('delete_pipeline', { pipeline_id: pipeline.id }), { id: pipeline.id, deleted: true })
  assert.equal((await events()).at(-1)?.name, 'pipeline.deleted')
  assert.equal((await refusal(act('get_pipeline', { pipeline_id: pipeline.id }))).code, 'not_found')
  const { stage_history } = await act('crm_get_lead', { lead_id })
  assert.deepEqual(
    stage_history.map(({ pipeline: { name } }) => name),
    ['Leads'],
    'what it was in there is gone with it',
  )
})
