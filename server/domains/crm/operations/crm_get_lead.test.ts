import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCrm } from '#test/crm.ts'
import { refusal } from '#test/refusal.ts'

const { act, only, lead, sql, addAccount, addAgent } = await openCrm()

test('A lead is returned with attribution, attributes, timeline and stage history', async () => {
  const made = await lead({ source: 'web', custom_attributes: { alcobas: 2 } })
  await act('crm_add_note', { entity_type: 'lead', entity_id: made.id, body: 'Primera' })
  await act('crm_add_note', { entity_type: 'lead', entity_id: made.id, body: 'Segunda' })
  const read = await act('crm_get_lead', { lead_id: made.id })
  assert.deepEqual({ ...read, ...made, last_activity_at: read.last_activity_at }, read)
  assert.ok(read.last_activity_at >= made.last_activity_at)
  assert.deepEqual(
    read.activities.map(({ body }) => body),
    ['Segunda', 'Primera'],
  )
  assert.deepEqual(
    read.stage_history.map(({ stage }) => stage.name),
    ['Nuevo'],
  )
})

test('Ten timeline entries are returned by default', async () => {
  const { id: lead_id } = await lead()
  for (let i = 0; i < 12; i++) await act('crm_update_lead', { lead_id, name: `Nombre ${i}` })
  assert.equal((await act('crm_get_lead', { lead_id })).activities.length, 10)
  assert.equal((await act('crm_get_lead', { lead_id, activity_limit: 12 })).activities.length, 12)
  assert.equal((await act('crm_get_lead', { lead_id, activity_limit: 0 })).activities.length, 0)
})

test('A lead without activity for longer than its stage allows is rotting', async () => {
  const pipeline = await act('create_pipeline', { name: 'Rápido', kind: 'leads' })
  await act('update_stage', { stage_id: pipeline.stages[0]!.id, rotting_days: 3 })
  const { id: lead_id, rotting } = await lead({ pipeline: pipeline.id })
  assert.equal(rotting, false)
  await sql`update leads set last_activity_at = now() - interval '4 days' where id = ${lead_id}`
  assert.equal((await act('crm_get_lead', { lead_id })).rotting, true)
  await act('crm_add_note', { entity_type: 'lead', entity_id: lead_id, body: 'Llamé' })
  assert.equal((await act('crm_get_lead', { lead_id })).rotting, false)
})

test('A lead the caller may not see, or of another workspace, is not found', async () => {
  const { id: lead_id } = await lead({ owner: 'Ana Admin' })
  const other = await addAccount()
  const [own, stranger] = [await addAgent('Sola', { visibility: 'own' }), other.actor]
  for (const as of [own, stranger]) {
    const problem = await refusal(act('crm_get_lead', { lead_id }, { as }))
    assert.deepEqual([problem.code, problem.status], ['not_found', 404])
  }
  assert.equal(
    (await refusal(act('crm_get_lead', { lead_id }, { as: only('contacts:read') }))).code,
    'permission_denied',
  )
})
