import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCrm } from '#test/crm.ts'
import { refusal } from '#test/refusal.ts'
import { until } from '#test/wait.ts'
import { transaction } from '#db/database.ts'
import type { Problem } from '#kernel/problem.ts'

const { act, events, only, lead, leads, sql, runtime } = await openCrm()

test('An empty pipeline can be deleted; otherwise the refusal counts its records', async () => {
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
    'its stage history is deleted too',
  )
})

test('Concurrent inserts are counted before a pipeline is deleted; later ones are refused', async () => {
  const [held, gone] = await Promise.all(
    ['Llega antes', 'Llega después'].map((name) => act('create_pipeline', { name, kind: 'mixed' })),
  )
  const { id: lead_id } = await lead()
  let deleting: Promise<Problem> | undefined
  await transaction(runtime.database.work, async (own) => {
    await own`update leads set pipeline_id = ${held!.id}, stage_id = ${held!.stages[0]!.id} where id = ${lead_id}`
    deleting = refusal(act('delete_pipeline', { pipeline_id: held!.id }))
    await until(waits, 'the deletion waits for the insert')
  })
  assert.match((await deleting!).message, /still holds 1 leads and opportunities/)

  let coming: Promise<Problem> | undefined
  await transaction(runtime.database.work, async (own) => {
    await own`select from stages where pipeline_id = ${gone!.id} for update`
    coming = refusal(act('crm_create_lead', { name: 'Casa', pipeline: gone!.id }))
    await until(waits, 'the insert waits for the deletion')
    await own`delete from pipelines where id = ${gone!.id}`
  })
  assert.deepEqual([(await coming!).code, (await coming!).status], ['invalid_state', 409])
})

async function waits(): Promise<boolean> {
  const waiting =
    await sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  return waiting.length > 0
}
