import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCrm } from '#test/crm.ts'
import { refusal } from '#test/refusal.ts'

const { act, leads, only } = await openCrm()
let made = 0
const form = (more: object = {}) => act('create_lead_form', { name: `Formulario ${++made}`, ...more })

test('Only given settings change, and the address stays', async () => {
  const before = await form({ stage: 'Contactado', owner: 'Ana Admin', thanks_message: 'Gracias' })
  const after = await act('update_lead_form', {
    lead_form_id: before.id,
    name: 'Otro nombre',
    fields: [{ key: 'phone', label: 'Celular', required: true }],
    active: false,
  })
  assert.deepEqual(
    { ...after, name: before.name, fields: before.fields, active: true, updated_at: before.updated_at },
    before,
  )
  assert.equal(after.fields[0]?.label, 'Celular')
})

test('null restores the default pipeline, owner and thanks message', async () => {
  const before = await form({
    stage: 'Contactado',
    owner: 'Ana Admin',
    thanks_message: 'x',
    redirect_url: 'https://a.co',
  })
  const patch = { stage: null, owner: null, thanks_message: null, redirect_url: null }
  const after = await act('update_lead_form', { lead_form_id: before.id, ...patch })
  assert.deepEqual([after.pipeline?.id, after.stage, after.owner], [leads.id, null, null])
  assert.deepEqual([after.thanks_message, after.redirect_url], [null, null])
  assert.equal((await act('update_lead_form', { lead_form_id: before.id, pipeline: null })).pipeline, null)
})

test('Changing the pipeline drops the stage of the previous one', async () => {
  const other = await act('create_pipeline', { name: 'Arriendos', kind: 'leads' })
  const before = await form({ stage: 'Contactado' })
  const same = await act('update_lead_form', { lead_form_id: before.id, pipeline: 'Leads' })
  assert.equal(same.stage?.name, 'Contactado')
  const moved = await act('update_lead_form', { lead_form_id: before.id, pipeline: 'Arriendos' })
  assert.deepEqual([moved.pipeline?.id, moved.stage], [other.id, null])
})

test('Equal values leave the form unchanged', async () => {
  const before = await form()
  assert.deepEqual(await act('update_lead_form', { lead_form_id: before.id, name: before.name, active: true }), before)
})

test('Changing a lead form requires workspace:write and an existing form', async () => {
  const { id } = await form()
  const denied = await refusal(act('update_lead_form', { lead_form_id: id, name: 'x' }, { as: only('workspace:read') }))
  assert.equal(denied.code, 'permission_denied')
  assert.equal((await refusal(act('update_lead_form', { lead_form_id: '999999', name: 'x' }))).code, 'not_found')
})
