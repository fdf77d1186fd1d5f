import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCrm } from '#test/crm.ts'
import { refusal } from '#test/refusal.ts'

const { act, events, since, only, lead, timeline } = await openCrm()

test('A lost lead is unqualified in the lost stage, with the reason on its timeline', async () => {
  const { id: lead_id } = await lead()
  const count = (await events()).length
  const lost = await act('crm_mark_lead_lost', { lead_id, reason: ' Muy lejos ' })
  assert.deepEqual([lost.status, lost.stage.name, lost.lost_reason], ['unqualified', 'Descartado', 'Muy lejos'])
  assert.deepEqual(await since(count), ['lead.stage_changed', 'lead.lost'])
  const [entry] = await timeline('lead', lead_id)
  assert.deepEqual(
    [entry!.type, entry!.body, entry!.changes?.lost_reason],
    ['stage_change', 'Muy lejos', { from: null, to: 'Muy lejos' }],
  )
})

test('A reason is optional and can be added later', async () => {
  const { id: lead_id } = await lead()
  assert.equal((await act('crm_mark_lead_lost', { lead_id })).lost_reason, null)
  const known = await events()
  await act('crm_mark_lead_lost', { lead_id })
  assert.deepEqual(await events(), known, 'repeating it changes nothing')
  assert.equal((await act('crm_mark_lead_lost', { lead_id, reason: 'No contesta' })).lost_reason, 'No contesta')
  const [entry] = await timeline('lead', lead_id)
  assert.deepEqual([entry!.type, entry!.body], ['field_change', 'No contesta'])
})

test('Without a lost stage a lost lead stays in its stage', async () => {
  const pipeline = await act('create_pipeline', { name: 'Sin fin', kind: 'leads' })
  await act('delete_stage', { stage_id: pipeline.stages.find(({ type }) => type === 'lost')!.id })
  const { id: lead_id } = await lead({ pipeline: pipeline.id })
  const lost = await act('crm_mark_lead_lost', { lead_id, reason: 'Caro' })
  assert.deepEqual([lost.status, lost.stage.name], ['unqualified', 'Nuevo'])
  assert.equal((await timeline('lead', lead_id))[0]!.type, 'field_change')
})

test('A converted lead cannot be marked lost', async () => {
  const { id: lead_id } = await lead({ phone: '+573005550101', estimated_value: 5 })
  const { opportunity } = await act('crm_convert_lead', { lead_id })
  const problem = await refusal(act('crm_mark_lead_lost', { lead_id, reason: 'x' }))
  assert.deepEqual([problem.code, problem.status], ['invalid_state', 409])
  assert.match(problem.message, new RegExp(`opportunity ${opportunity.id}`))
})

test('Marking a lead lost requires crm:write', async () => {
  const { id: lead_id } = await lead()
  const problem = await refusal(act('crm_mark_lead_lost', { lead_id }, { as: only('crm:read') }))
  assert.equal(problem.code, 'permission_denied')
})
