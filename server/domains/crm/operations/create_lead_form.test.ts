import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCrm } from '#test/crm.ts'
import { refusal } from '#test/refusal.ts'

const { act, actor, only, leads, sales, addAgent, addAccount, sql } = await openCrm()

test('A form needs only a name and then has the default fields, pipeline and stage', async () => {
  const form = await act('create_lead_form', { name: ' Torre 3 ' })
  assert.match(form.token, /^[\w-]{24}$/)
  assert.equal(form.url, `http://localhost:3000/forms/${form.token}`)
  const { id: _, token: __, url: ___, created_at: ____, updated_at: _____, fields, ...rest } = form
  assert.deepEqual(rest, {
    name: 'Torre 3',
    pipeline: null,
    stage: null,
    owner: null,
    allowed_domains: [],
    thanks_message: null,
    redirect_url: null,
    active: true,
  })
  assert.deepEqual(
    fields.map(({ key, required }) => [key, required]),
    [
      ['name', true],
      ['email', true],
      ['phone', false],
      ['message', false],
    ],
  )
})

test('Pipeline, stage and owner can be given by name or id', async () => {
  const beto = await addAgent('Beto Díaz')
  const form = await act('create_lead_form', {
    name: 'Feria',
    pipeline: 'LEADS',
    stage: 'contactado',
    owner: 'beto diaz',
    allowed_domains: ['*.example.com', 'localhost:8080'],
    fields: [{ key: 'phone', required: true }],
    thanks_message: ' ¡Gracias! ',
    redirect_url: 'https://example.com/gracias',
    active: false,
  })
  assert.deepEqual([form.pipeline?.id, form.stage?.name, form.owner?.id], [leads.id, 'Contactado', beto.user_id])
  assert.deepEqual(
    [form.thanks_message, form.redirect_url, form.active],
    ['¡Gracias!', 'https://example.com/gracias', false],
  )
  const byId = await act('create_lead_form', { name: 'Por id', stage: leads.stages[1]!.id })
  assert.deepEqual([byId.pipeline?.id, byId.stage?.id], [leads.id, leads.stages[1]!.id])
})

test('Invalid settings are refused with their field', async () => {
  for (const [more, code, field] of [
    [{ name: ' ' }, 'missing_field', 'name'],
    [{ pipeline: 'Arriendos' }, 'not_found', 'pipeline'],
    [{ pipeline: sales.id }, 'invalid_value', 'pipeline'],
    [{ stage: 'Visita' }, 'not_found', 'stage'],
    [{ stage: 'Descartado' }, 'invalid_value', 'stage'],
    [{ owner: 'Nadie' }, 'not_found', 'owner'],
    [{ redirect_url: 'javascript:alert(1)' }, 'invalid_value', 'redirect_url'],
    [{ fields: [{ key: 'name' }] }, 'missing_field', 'fields'],
    [{ allowed_domains: ['https://example.com/x'] }, 'invalid_request', 'allowed_domains/0'],
  ] as const) {
    const problem = await refusal(act('create_lead_form', { name: 'Otro', ...(more as object) }))
    assert.deepEqual([problem.code, problem.extra.errors?.[0]?.field], [code, field], JSON.stringify(more))
  }
})

test('Form names are unique within a workspace', async () => {
  await act('create_lead_form', { name: 'Contacto' })
  assert.equal((await refusal(act('create_lead_form', { name: 'CONTACTO' }))).code, 'duplicate_value')
  const other = await addAccount()
  assert.equal((await other.act('create_lead_form', { name: 'Contacto' })).name, 'Contacto')
})

test('Creating a lead form requires workspace:write and is recorded in the audit log', async () => {
  assert.equal(
    (await refusal(act('create_lead_form', { name: 'x' }, { as: only('workspace:read', 'crm:write') }))).code,
    'permission_denied',
  )
  await act('create_lead_form', { name: 'Auditado' })
  const [entry] = await sql<{ action: string; details: { name: string } }>`
    select action, details from audit_entries where account_id = ${actor.account.id} order by id desc limit 1`
  assert.deepEqual([entry!.action, entry!.details.name], ['create_lead_form', 'Auditado'])
})
