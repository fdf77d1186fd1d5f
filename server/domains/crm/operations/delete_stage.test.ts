import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCrm } from '#test/crm.ts'
import { refusal } from '#test/refusal.ts'

const { act, events, only, lead, sales } = await openCrm()

test('An empty stage can be deleted, and stage histories keep its name', async () => {
  const { id: pipeline_id, stages } = await act('create_pipeline', { name: 'Otros', kind: 'leads' })
  const stage_id = stages[1]!.id
  const { id: lead_id } = await lead({ pipeline: 'Otros', stage: 'Contactado' })
  const problem = await refusal(act('delete_stage', { stage_id }))
  assert.deepEqual([problem.code, problem.status], ['invalid_state', 409])
  await act('crm_move_lead_stage', { lead_id, stage: 'Nuevo' })
  assert.equal((await refusal(act('delete_stage', { stage_id }, { as: only('crm:write') }))).code, 'permission_denied')
  assert.deepEqual(await act('delete_stage', { stage_id }), { id: stage_id, deleted: true })
  assert.equal((await events()).at(-1)?.name, 'pipeline.stages_updated')
  assert.ok(!(await act('get_pipeline', { pipeline_id })).stages.some(({ id }) => id === stage_id))
  const { stage_history } = await act('crm_get_lead', { lead_id })
  assert.deepEqual([stage_history[0]!.stage.id, stage_history[0]!.stage.name], [null, 'Contactado'])
})

test('A pipeline for deals always keeps a won and a lost stage', async () => {
  for (const type of ['won', 'lost']) {
    const { id: stage_id } = sales.stages.find((stage) => stage.type === type)!
    const problem = await refusal(act('delete_stage', { stage_id }))
    assert.equal(problem.code, 'invalid_state')
    assert.match(problem.message, new RegExp(`only ${type} stage`))
  }
})

test('A stage cannot be deleted while a record is being moved into it', async () => {
  const { stages } = await act('create_pipeline', { name: 'Carrera', kind: 'leads' })
  const all = await Promise.all(Array.from({ length: 10 }, () => lead({ pipeline: 'Carrera' })))
  const moves = all.map(({ id: lead_id }) => act('crm_move_lead_stage', { lead_id, stage: stages[1]!.id }))
  const outcomes = await Promise.allSettled([...moves, act('delete_stage', { stage_id: stages[1]!.id })])
  for (const each of outcomes)
    if (each.status === 'rejected') assert.ok(['invalid_state', 'not_found'].includes(each.reason.code), each.reason)
  for (const { id: lead_id } of all) assert.ok((await act('crm_get_lead', { lead_id })).stage.name)
})
