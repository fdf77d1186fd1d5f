import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCrm } from '#test/crm.ts'
import { refusal } from '#test/refusal.ts'

const { act, actor, events, only, lead, leads, sales, contact, addAgent, addAccount, sql } = await openCrm()

test('A lead is created as new in the first stage of the default pipeline, with an event', async () => {
  const made = await lead()
  assert.deepEqual([made.status, made.pipeline.name, made.stage.name], ['new', 'Leads', 'Nuevo'])
  assert.deepEqual([made.owner, made.contact, made.currency, made.estimated_value], [null, null, 'COP', null])
  assert.match(made.url, new RegExp(`/app/${actor.account.id}/leads/${made.id}$`))
  const event = (await events()).at(-1)!
  assert.deepEqual([event.name, event.payload], ['lead.created', { lead: made }])
})

test('Every field is stored, and names work like ids', async () => {
  const { id: contact_id } = await contact()
  const fields = {
    name: ' Casa campestre ',
    company_name: 'Ñandú S.A.S.',
    email: 'Marta@Example.com',
    phone: '300 123 4567',
    source: 'Voz a voz',
    attribution_detail: 'Carolina Ríos, cliente 2023',
    estimated_value: 450_000_000.55,
    currency: 'usd',
    custom_attributes: { alcobas: 3, vip: true },
  }
  const made = await lead({ ...fields, pipeline: 'leads', stage: 'CONTACTADO', owner: 'ana admin', contact_id })
  assert.deepEqual(
    { ...made, ...fields, name: 'Casa campestre', email: 'marta@example.com', phone: '+573001234567', currency: 'USD' },
    made,
  )
  assert.deepEqual([made.stage.name, made.owner?.id, made.contact?.id], ['Contactado', actor.user_id, contact_id])
  const byId = await lead({ pipeline: leads.id, stage: leads.stages[2]!.id, owner_id: actor.user_id! })
  assert.deepEqual([byId.stage.name, byId.owner?.name], ['En calificación', 'Ana Admin'])
})

test('A known source label sets source and medium, and given UTM values win', async () => {
  const labelled = await lead({ source: 'Página web', utm_campaign: 'Feria 2026' })
  assert.deepEqual(
    [labelled.source, labelled.utm_source, labelled.utm_medium, labelled.utm_campaign, labelled.utm_origin],
    ['Página web', 'website', 'web', 'Feria 2026', 'automatic'],
  )
  const { captured_at: _, ...auto } = labelled.utm_auto!
  assert.deepEqual(auto, { utm_source: 'website', utm_medium: 'web', utm_campaign: 'Feria 2026' })
  const given = await lead({ source: 'whatsapp', utm_source: 'tiktok' })
  assert.deepEqual([given.utm_source, given.utm_medium], ['tiktok', 'messaging'])
  const unknown = await lead({ source: 'un letrero' })
  assert.deepEqual(
    [unknown.source, unknown.utm_source, unknown.utm_origin, unknown.utm_auto],
    ['un letrero', null, null, null],
  )
})

test('A lead inherits the first touch of its contact', async () => {
  const touched = {
    utm_source: 'Instagram',
    utm_medium: 'social',
    utm_campaign: 'Torre 3',
    ctwa_clid: 'abc',
    ad_name: 'Torre',
  }
  const { id: contact_id } = await contact({ custom_attributes: touched })
  const made = await lead({ contact_id })
  assert.deepEqual([made.utm_source, made.utm_medium, made.utm_campaign], ['instagram', 'paid_social', 'Torre 3'])
  const labelled = await lead({ contact_id, source: 'llamada' })
  assert.deepEqual([labelled.utm_source, labelled.utm_medium], ['phone', 'call'])
})

test('A referral needs a referrer', async () => {
  const known = await events()
  for (const input of [
    { source: 'Referido' },
    { source: 'Referido', attribution_detail: ' ' },
    { utm_source: 'referral' },
  ]) {
    const problem = await refusal(lead(input))
    assert.deepEqual([problem.code, problem.status], ['missing_field', 422])
    assert.equal(problem.extra.errors?.[0]?.field, 'attribution_detail')
  }
  assert.deepEqual(await events(), known)
  const made = await lead({ source: 'referido', attribution_detail: 'Carolina' })
  assert.deepEqual([made.utm_source, made.utm_medium, made.attribution_detail], ['referral', 'referral', 'Carolina'])
  assert.equal((await lead({ utm_medium: 'referral', utm_source: 'periodico.com' })).utm_medium, 'referral')
})

test('A lead created in a won or lost stage is qualified or unqualified from the start', async () => {
  assert.equal((await lead({ stage: 'Calificado' })).status, 'qualified')
  assert.equal((await lead({ stage: 'Descartado' })).status, 'unqualified')
})

test('Unknown names are refused with the available choices', async () => {
  const pipeline = await refusal(lead({ pipeline: 'Arriendos' }))
  assert.equal(pipeline.code, 'not_found')
  assert.match(pipeline.message, /Leads \(id \d+\)/)
  const stage = await refusal(lead({ stage: 'Visita' }))
  assert.equal(stage.code, 'not_found')
  assert.match(stage.message, /Nuevo \(id \d+\), /)
  const wrong = await refusal(lead({ pipeline: sales.id }))
  assert.equal(wrong.code, 'invalid_value')
  assert.match(wrong.message, /opportunities/)
  assert.equal((await refusal(lead({ owner: 'Nadie' }))).code, 'not_found')
  assert.equal((await refusal(lead({ contact_id: '999999999' }))).code, 'not_found')
  assert.equal((await refusal(lead({ currency: 'PESOS' }))).code, 'invalid_value')
  assert.equal((await refusal(lead({ email: 'nadie@' }))).code, 'invalid_value')
  assert.equal((await refusal(lead({ estimated_value: -1 }))).code, 'invalid_request')
  assert.equal((await refusal(lead({ name: '  ' }))).code, 'missing_field')
})

test('owner and owner_id must agree', async () => {
  const beto = await addAgent('Beto Díaz')
  const problem = await refusal(lead({ owner: 'Beto Díaz', owner_id: actor.user_id! }))
  assert.equal(problem.code, 'invalid_value')
  assert.equal((await lead({ owner: 'beto diaz', owner_id: beto.user_id! })).owner?.name, 'Beto Díaz')
})

test('A caller who sees only their own records owns the leads they create', async () => {
  const own = await addAgent('Sola', { visibility: 'own' })
  const made = await act('crm_create_lead', { name: 'Propio' }, { as: own })
  assert.equal(made.owner?.id, own.user_id)
  assert.equal((await act('crm_get_lead', { lead_id: made.id }, { as: own })).id, made.id)
})

test('A phone number is stored in its canonical form, and filters find it in any form', async () => {
  const { id, phone } = await lead({ phone: '+5215512345678' })
  assert.equal(phone, '+525512345678')
  for (const value of ['+5215512345678', '+525512345678']) {
    const filter = { any: [{ all: [{ field: 'phone', operator: 'equal_to' as const, values: [value] }] }] }
    const { items } = await act('crm_list_leads', { filter })
    assert.deepEqual(
      items.map((each) => each.id),
      [id],
    )
  }
})

test('A phone number that cannot be parsed is stored unchanged', async () => {
  assert.equal((await lead({ phone: 'ext. 12' })).phone, 'ext. 12')
})

test('Without a default for leads the mixed default is used, otherwise the choices are listed', async () => {
  const other = await addAccount()
  await other.act('update_pipeline', { pipeline_id: other.leads.id, is_default: false })
  const problem = await refusal(other.act('crm_create_lead', { name: 'x' }))
  assert.equal(problem.code, 'missing_field')
  assert.match(problem.message, /Choose one of: Leads \(id \d+\)/)
  const mixed = await other.act('create_pipeline', { name: 'Todo', kind: 'mixed', is_default: true })
  assert.equal((await other.act('crm_create_lead', { name: 'x' })).pipeline.id, mixed.id)
})

test('The stage history starts when the lead is created', async () => {
  const { id, created_at } = await lead()
  const rows =
    await sql`select stage_name, entered_at, left_at, opportunity_id from stage_history where lead_id = ${id}`
  assert.deepEqual(rows, [{ stage_name: 'Nuevo', entered_at: created_at, left_at: null, opportunity_id: null }])
})

test('Creating a lead requires crm:write', async () => {
  const problem = await refusal(act('crm_create_lead', { name: 'x' }, { as: only('crm:read') }))
  assert.equal(problem.code, 'permission_denied')
  assert.match(problem.message, /crm:write/)
})
