import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCrm } from '#test/crm.ts'
import { refusal } from '#test/refusal.ts'

const { act, only } = await openCrm()

test('Deleting a form keeps its leads', async () => {
  const { id: lead_form_id } = await act('create_lead_form', { name: 'Torre 3' })
  const answers = { name: 'Inés', email: 'ines@example.com' }
  const { lead_id } = await act('submit_lead_form', { lead_form_id, answers })
  assert.deepEqual(await act('delete_lead_form', { lead_form_id }), { id: lead_form_id, deleted: true })
  assert.equal((await refusal(act('delete_lead_form', { lead_form_id }))).code, 'not_found')
  assert.equal((await refusal(act('submit_lead_form', { lead_form_id, answers }))).code, 'not_found')
  assert.equal((await act('crm_get_lead', { lead_id: lead_id! })).custom_attributes.lead_form, 'Torre 3')
})

test('Deleting a lead form requires workspace:write', async () => {
  const { id } = await act('create_lead_form', { name: 'Otra' })
  assert.equal(
    (await refusal(act('delete_lead_form', { lead_form_id: id }, { as: only('workspace:read') }))).code,
    'permission_denied',
  )
})
