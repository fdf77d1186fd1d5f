import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCrm } from '#test/crm.ts'
import { refusal } from '#test/refusal.ts'

const { act, events, only, lead, deal, contact, addAgent, addAccount, sql } = await openCrm()

test('A record in the bin can be deleted permanently with its activities and items', async () => {
  const { id: lead_id } = await lead({ contact_id: (await contact()).id, estimated_value: 1 })
  await act('crm_move_lead_stage', { lead_id, stage: 'Contactado' })
  await act('add_lead_item', { lead_id, name: 'Lote' })
  const { opportunity } = await act('crm_convert_lead', { lead_id })
  await act('delete_lead', { lead_id })
  const known = await events()
  const gone = { entity_type: 'lead', entity_id: lead_id } as const
  assert.deepEqual(await act('delete_from_bin', gone), { id: lead_id, deleted: true })
  assert.deepEqual(await events(), known, 'the deletion has already been announced')
  for (const rows of [
    await sql`select from leads where id = ${lead_id}`,
    await sql`select from activities where lead_id = ${lead_id}`,
    await sql`select from stage_history where lead_id = ${lead_id}`,
    await sql`select from crm_items where lead_id = ${lead_id}`,
  ])
    assert.equal(rows.length, 0)
  assert.equal((await act('crm_get_opportunity', { opportunity_id: opportunity.id })).lead, null)
  assert.equal((await refusal(act('restore_lead', { lead_id }))).code, 'not_found')
})

test('Only records in the bin can be deleted permanently', async () => {
  const { id: entity_id } = await deal()
  const problem = await refusal(act('delete_from_bin', { entity_type: 'opportunity', entity_id }))
  assert.deepEqual([problem.code, problem.extra.errors?.[0]?.field], ['not_found', 'entity_id'])
  assert.equal((await act('crm_get_opportunity', { opportunity_id: entity_id })).id, entity_id)
})

test('A stage or pipeline with records in the bin cannot be deleted', async () => {
  const { id: pipeline_id, stages } = await act('create_pipeline', { name: 'Otros', kind: 'leads' })
  const stage_id = stages[1]!.id
  const { id: lead_id } = await lead({ pipeline: 'Otros', stage: 'Contactado' })
  await act('delete_lead', { lead_id })
  const problem = await refusal(act('delete_stage', { stage_id }))
  assert.equal(problem.code, 'invalid_state')
  assert.match(problem.message, /still holds 1 leads and opportunities, 1 of them in the bin;.*delete_from_bin/)
  assert.match((await refusal(act('delete_pipeline', { pipeline_id }))).message, /1 of them in the bin/)
  await act('delete_from_bin', { entity_type: 'lead', entity_id: lead_id })
  await act('delete_stage', { stage_id })
  await act('delete_pipeline', { pipeline_id })
})

test('Deleting from the bin requires workspace:setup and a visible record', async () => {
  const { id: lead_id } = await lead({ owner: 'Ana Admin' })
  await act('delete_lead', { lead_id })
  const gone = { entity_type: 'lead', entity_id: lead_id } as const
  assert.equal((await refusal(act('delete_from_bin', gone, { as: only('crm:write') }))).code, 'permission_denied')
  const beto = await addAgent('Beto', { visibility: 'own', role: 'administrator' })
  assert.equal((await refusal(act('delete_from_bin', gone, { as: beto }))).code, 'not_found')
  const other = await addAccount()
  assert.equal((await refusal(other.act('delete_from_bin', gone))).code, 'not_found')
  assert.equal((await act('restore_lead', { lead_id })).id, lead_id)
})
