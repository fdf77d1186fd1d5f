import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCrm } from '#test/crm.ts'
import { refusal } from '#test/refusal.ts'

const { act, actor, events, only, contact, timeline, addAgent, sql } = await openCrm()

let made = 0
const form = (more: object = {}) => act('create_lead_form', { name: `Formulario ${++made}`, ...more })
const email = () => `ines.${++made}@example.com`
const usual = await form()
const submit = async (answers: Record<string, string>, more: object = {}, lead_form_id = usual.id) => {
  const { lead_id } = await act('submit_lead_form', { lead_form_id, answers: { name: 'Inés', ...answers }, ...more })
  return act('crm_get_lead', { lead_id: lead_id! })
}
const contactOf = async (lead: { contact: { id: string } | null }) =>
  act('get_contact', { contact_id: lead.contact!.id })

test('A submission creates a lead and a contact, each with an event', async () => {
  const address = email()
  const before = (await events()).length
  const lead = await submit({ email: address, phone: '300 765 4321', message: '¿Precio?' })
  assert.deepEqual([lead.name, lead.email, lead.phone], ['Inés', address, '+573007654321'])
  assert.deepEqual([lead.pipeline.name, lead.stage.name, lead.status, lead.owner], ['Leads', 'Nuevo', 'new', null])
  assert.deepEqual(
    [lead.source, lead.utm_source, lead.utm_medium, lead.utm_origin],
    ['web', 'website', 'web', 'automatic'],
  )
  assert.deepEqual(lead.custom_attributes, { lead_form: usual.name })
  const { name, email: theirs, phone_number } = await contactOf(lead)
  assert.deepEqual([name, theirs, phone_number], ['Inés', address, '+573007654321'])
  const emitted = (await events()).slice(before)
  assert.deepEqual(
    emitted.map((event) => event.name),
    ['contact.created', 'lead.created', 'activity.created'],
  )
  const [note] = await timeline('lead', lead.id)
  assert.deepEqual([note?.type, note?.body], ['note', '¿Precio?'])
  const history = await sql`select stage_name from stage_history where lead_id = ${lead.id}`
  assert.deepEqual(history, [{ stage_name: 'Nuevo' }])
})

test('The lead goes to the stage and owner of the form, and the owner is notified', async () => {
  const beto = await addAgent('Beto Díaz')
  const own = await form({ stage: 'Contactado', owner: 'Beto Díaz' })
  const lead = await submit({ email: email() }, {}, own.id)
  assert.deepEqual([lead.stage.name, lead.owner?.id], ['Contactado', beto.user_id])
  const last = (await events()).at(-1)!
  assert.equal(last.name, 'lead.owner_changed')
  // An owner who has left gets no more leads; the lead is still created.
  await sql`update memberships set deactivated_at = now() where account_id = ${actor.account.id} and user_id = ${beto.user_id}`
  assert.equal((await submit({ email: email() }, {}, own.id)).owner, null)
})

test('The first touch comes from the given values, otherwise from an ad click, otherwise from the web', async () => {
  const touch = { utm_source: 'Boletín Mayo', utm_medium: 'E-mail', utm_campaign: 'Torre 3' }
  const given = await submit({ email: email() }, touch)
  assert.deepEqual([given.utm_source, given.utm_medium, given.utm_campaign], ['boletin_mayo', 'e-mail', 'Torre 3'])
  assert.equal(given.utm_auto?.utm_source, 'boletin_mayo')
  const { custom_attributes } = await contactOf(given)
  assert.deepEqual(custom_attributes, touch)

  const clicked = await submit(
    { email: email() },
    { gclid: 'Cj0', landing_page: 'https://example.com/torre?gclid=Cj0' },
  )
  assert.deepEqual([clicked.utm_source, clicked.utm_medium], ['google', 'cpc'])
  assert.deepEqual(clicked.custom_attributes, {
    gclid: 'Cj0',
    landing_page: 'https://example.com/torre?gclid=Cj0',
    lead_form: usual.name,
  })
  const social = await submit({ email: email() }, { fbclid: 'x', ad_name: 'Torre' })
  assert.deepEqual([social.utm_source, social.utm_medium], ['website', 'paid_social'])
})

test('A referred lead is accepted with the referring page', async () => {
  const lead = await submit({ email: email() }, { utm_source: 'referral', referer: 'https://amigo.example/post' })
  assert.deepEqual([lead.utm_source, lead.attribution_detail], ['referral', 'https://amigo.example/post'])
})

test('Addresses that are not web pages are dropped', async () => {
  const lead = await submit({ email: email() }, { referer: 'javascript:alert(1)', landing_page: 'x' })
  assert.deepEqual(lead.custom_attributes, { lead_form: usual.name })
})

test('An attribute defined with another type does not block the new contact', async () => {
  const { id } = await act('create_custom_attribute', {
    display_name: 'Fuente',
    key: 'utm_source',
    model: 'contact_attribute',
    type: 'list',
    values: ['feria'],
  })
  const lead = await submit({ email: email() }, { utm_source: 'instagram', utm_medium: 'social' })
  assert.deepEqual((await contactOf(lead)).custom_attributes, { utm_medium: 'social' })
  assert.equal(lead.utm_source, 'instagram')
  await act('delete_custom_attribute', { custom_attribute_id: id })
})

test('A submission whose channels belong to a contact is linked to it without changing it', async () => {
  const marta = await contact({ phone_number: '+573005550001' })
  const typed: Record<string, string>[] = [
    { email: marta.email! },
    { email: marta.email!.toUpperCase(), phone: '300 555 0001' },
  ]
  for (const answers of typed) {
    const lead = await submit({ name: 'Quien sea', company_name: 'Otra', ...answers }, { utm_source: 'x' })
    assert.equal(lead.contact?.id, marta.id)
  }
  const { name, company_name, custom_attributes, updated_at } = await act('get_contact', { contact_id: marta.id })
  assert.deepEqual([name, company_name, custom_attributes, updated_at], [marta.name, null, {}, marta.updated_at])
})

test('A submission with another form of a contact’s number is linked to that contact', async () => {
  const lupe = await contact({ phone_number: '+525512345678' })
  const lead = await submit({ email: lupe.email!, phone: '+52 1 55 1234 5678' })
  assert.deepEqual([lead.contact?.id, lead.phone], [lupe.id, '+525512345678'])
})

test('A submission with a customer’s e-mail and another phone creates a new contact', async () => {
  const marta = await contact({ phone_number: '+573005550002' })
  const lead = await submit({ email: marta.email!, phone: '+573009990002' })
  assert.notEqual(lead.contact?.id, marta.id)
  const stranger = await contactOf(lead)
  assert.deepEqual([stranger.email, stranger.phone_number], [null, '+573009990002'])
  assert.equal(stranger.custom_attributes.visitor_email, marta.email)
  assert.deepEqual([lead.email, lead.phone], [marta.email, '+573009990002'])
  const odd = await submit({ email: marta.email!, phone: 'llame al portero' })
  assert.notEqual(odd.contact?.id, marta.id)
})

test('A blocked contact creates no lead', async () => {
  const blocked = await contact()
  await act('update_contact', { contact_id: blocked.id, blocked: true })
  const before = (await events()).length
  const answers = { name: 'Inés', email: blocked.email! }
  assert.deepEqual(await act('submit_lead_form', { lead_form_id: usual.id, answers }), { lead_id: null })
  assert.equal((await events()).length, before)
})

test('Repeated submissions within a minute create one lead', async () => {
  const answers = { name: 'Inés', email: email(), phone: '+573005550003' }
  const send = (now?: Date) => act('submit_lead_form', { lead_form_id: usual.id, answers }, { ...(now && { now }) })
  const sent = await Promise.all(Array.from({ length: 10 }, () => send()))
  assert.equal(new Set(sent.map(({ lead_id }) => lead_id)).size, 1)
  const [row] = await sql<{ leads: number; contacts: number }>`
    select (select count(*)::int from leads where account_id = ${actor.account.id} and email = ${answers.email}) as leads,
           (select count(*)::int from contacts where account_id = ${actor.account.id} and email = ${answers.email}) as contacts`
  assert.deepEqual(row, { leads: 1, contacts: 1 })
  const later = await send(new Date(Date.now() + 61_000))
  assert.notEqual(later.lead_id, sent[0]!.lead_id)
  const otherForm = await act('submit_lead_form', { lead_form_id: (await form()).id, answers })
  assert.notEqual(otherForm.lead_id, sent[0]!.lead_id)
})

test('Concurrent submissions with the same new e-mail create one contact', async () => {
  const address = email()
  const sent = await Promise.all(['Ana', 'Beto', 'Caro'].map((name) => submit({ name, email: address })))
  assert.equal(new Set(sent.map((lead) => lead.contact?.id)).size, 1)
  assert.equal(new Set(sent.map((lead) => lead.id)).size, 3)
})

test('Missing or invalid answers are refused by field, and nothing is stored', async () => {
  const before = await events()
  const answers = { email: 'nadie@' }
  const problem = await refusal(act('submit_lead_form', { lead_form_id: usual.id, answers }))
  assert.equal(problem.code, 'invalid_value')
  assert.deepEqual(
    problem.extra.errors?.map(({ field }) => field),
    ['answers/name', 'answers/email'],
  )
  assert.deepEqual(await events(), before)
})

test('Other answers become custom attributes of the lead', async () => {
  const own = await form({
    fields: [
      { key: 'email' },
      { key: 'zona', label: 'Zona', type: 'choice', choices: ['Norte', 'Sur'] },
      { key: 'area', type: 'number' },
      { key: 'datos', label: 'Acepto el tratamiento de mis datos', type: 'checkbox', required: true },
    ],
  })
  const lead = await submit({ email: email(), zona: 'Sur', area: '72', datos: 'on', vip: 'true' }, {}, own.id)
  assert.deepEqual(lead.custom_attributes, { zona: 'Sur', area: 72, datos: true, lead_form: own.name })
})

test('A form whose pipeline or default was deleted still creates leads', async () => {
  const board = await act('create_pipeline', { name: 'Pasajero', kind: 'leads' })
  const own = await form({ pipeline: board.id })
  await act('delete_pipeline', { pipeline_id: board.id })
  assert.equal((await submit({ email: email() }, {}, own.id)).pipeline.name, 'Leads')
})

test('A form creates a lead even if its stage requires more fields', async () => {
  const board = await act('create_pipeline', { name: 'Exigente', kind: 'leads' })
  await act('update_stage', { stage_id: board.stages[0]!.id, required_fields: ['estimated_value', 'company_name'] })
  const own = await form({ pipeline: board.id })
  assert.equal((await submit({ email: email() }, {}, own.id)).stage.id, board.stages[0]!.id)
})

test('An inactive form accepts nothing, and submitting requires crm:write', async () => {
  const closed = await form({ active: false })
  const answers = { name: 'Inés', email: email() }
  assert.equal((await refusal(act('submit_lead_form', { lead_form_id: closed.id, answers }))).code, 'invalid_state')
  const reader = only('crm:read', 'workspace:write')
  assert.equal(
    (await refusal(act('submit_lead_form', { lead_form_id: usual.id, answers }, { as: reader }))).code,
    'permission_denied',
  )
})
