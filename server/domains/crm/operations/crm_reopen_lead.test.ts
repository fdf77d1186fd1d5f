import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCrm } from '#test/crm.ts'
import { refusal } from '#test/refusal.ts'

const { act, events, since, only, lead, timeline } = await openCrm()

test('A reopened lead is new in the first open stage, and its reason remains on the timeline only', async () => {
  const { id: lead_id } = await lead({ stage: 'En calificación' })
  await act('crm_mark_lead_lost', { lead_id, reason: 'Caro' })
  const count = (await events()).length
  const reopened = await act('crm_reopen_lead', { lead_id })
  assert.deepEqual([reopened.status, reopened.stage.name, reopened.lost_reason], ['new', 'Nuevo', null])
  assert.deepEqual(await since(count), ['lead.stage_changed', 'lead.reopened'])
  const [entry] = await timeline('lead', lead_id)
  assert.deepEqual(entry!.changes?.lost_reason, { from: 'Caro', to: null })
})

test('Only a lost lead can be reopened', async () => {
  const { id: lead_id } = await lead()
  const problem = await refusal(act('crm_reopen_lead', { lead_id }))
  assert.deepEqual([problem.code, problem.status], ['invalid_state', 409])
  assert.match(problem.message, /this one is new/)
})

test('Reopening a lead requires crm:write', async () => {
  const { id: lead_id } = await lead()
  assert.equal((await refusal(act('crm_reopen_lead', { lead_id }, { as: only('crm:read') }))).code, 'permission_denied')
})
