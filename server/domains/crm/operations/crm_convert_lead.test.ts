import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, dayOf } from '#contract/periods.ts'
import type { Context } from '#kernel/operation.ts'
import { openCrm } from '#test/crm.ts'
import { refusal } from '#test/refusal.ts'

const { act, actor, events, since, only, lead, contact, sales, leads, timeline, addAgent, addAccount, sql } =
  await openCrm()

let numbers = 0
const phone = () => `+5730077${String(++numbers).padStart(5, '0')}`

test('Converting a lead creates an opportunity and a contact with the data of the lead', async () => {
  const { id: lead_id } = await lead({
    name: 'Casa en Usaquén',
    phone: phone(),
    email: 'usaquen@example.com',
    company_name: 'Ñandú',
    source: 'referido',
    attribution_detail: 'Carolina',
    estimated_value: 900_000_000,
    currency: 'USD',
    owner: 'Ana Admin',
    custom_attributes: { alcobas: 3 },
  })
  await act('crm_update_lead', { lead_id, utm_campaign: 'Feria' })
  await act('crm_move_lead_stage', { lead_id, stage: 'Contactado' })
  await act('crm_add_note', { entity_type: 'lead', entity_id: lead_id, body: 'Quiere balcón' })
  const task = { entity_type: 'lead', entity_id: lead_id, type: 'task', due_at: '2030-01-01' } as const
  await act('crm_schedule_activity', task)
  const count = (await events()).length

  const { lead: converted, opportunity } = await act('crm_convert_lead', { lead_id })
  assert.deepEqual(
    [converted.status, converted.opportunity?.id, converted.stage.name],
    ['converted', opportunity.id, 'Contactado'],
  )
  assert.ok(converted.converted_at)
  assert.deepEqual(
    [opportunity.name, opportunity.amount, opportunity.currency, opportunity.status, opportunity.probability],
    ['Casa en Usaquén', 900_000_000, 'USD', 'open', 10],
  )
  assert.deepEqual(
    [opportunity.pipeline.name, opportunity.stage.name, opportunity.owner?.id],
    ['Ventas', 'Nuevo', actor.user_id],
  )
  assert.deepEqual(
    [opportunity.lead, opportunity.custom_attributes],
    [{ id: lead_id, name: 'Casa en Usaquén' }, { alcobas: 3 }],
  )
  assert.equal(opportunity.expected_close_date, addDays(dayOf(new Date(), 'America/Bogota'), 30))
  for (const field of [
    'utm_source',
    'utm_medium',
    'utm_campaign',
    'attribution_detail',
    'utm_origin',
    'utm_origin_by',
    'utm_origin_at',
    'utm_auto',
  ] as const)
    assert.deepEqual(opportunity[field], converted[field], field)
  assert.deepEqual([opportunity.utm_origin, opportunity.attribution_detail], ['manual', 'Carolina'])

  const client = await act('get_contact', { contact_id: opportunity.contact!.id })
  assert.deepEqual(
    [client.name, client.email, client.company_name],
    ['Casa en Usaquén', 'usaquen@example.com', 'Ñandú'],
  )
  assert.equal(client.custom_attributes.utm_source, 'referral')
  assert.equal(converted.contact?.id, client.id)
  assert.deepEqual(await since(count), ['contact.created', 'opportunity.created', 'lead.updated', 'lead.converted'])

  const ours = (await timeline('opportunity', opportunity.id)).map(({ type }) => type)
  assert.deepEqual(ours, ['task', 'note'], 'activities by people move on')
  const left = (await timeline('lead', lead_id)).map(({ type }) => type)
  assert.deepEqual(left, ['field_change', 'stage_change', 'field_change'], 'recorded changes stay')
})

test('Pipeline, stage, name, amount, currency, close date and owner can be given', async () => {
  const beto = await addAgent('Beto')
  const { id: lead_id } = await lead({ phone: phone() })
  const input = { name: 'Otro nombre', amount: 12.5, currency: 'eur', expected_close_date: '2031-02-28' }
  const { opportunity } = await act('crm_convert_lead', {
    lead_id,
    pipeline: 'ventas',
    stage: 'propuesta',
    owner: 'beto',
    ...input,
  })
  assert.deepEqual(
    [opportunity.name, opportunity.amount, opportunity.currency, opportunity.expected_close_date],
    ['Otro nombre', 12.5, 'EUR', '2031-02-28'],
  )
  assert.deepEqual(
    [opportunity.stage.name, opportunity.probability, opportunity.owner?.id],
    ['Propuesta', 60, beto.user_id],
  )
})

test('An existing contact with the phone or e-mail is linked instead of created', async () => {
  const [number, email] = [phone(), 'conocida@example.com']
  const known = await contact({ phone_number: number, email })
  for (const fields of [{ phone: number }, { email }, { phone: number, email }]) {
    const { id: lead_id } = await lead({ ...fields, estimated_value: 1 })
    const { opportunity } = await act('crm_convert_lead', { lead_id })
    assert.equal(opportunity.contact?.id, known.id)
  }
})

test('A lead with another form of a contact’s number is converted for that contact', async () => {
  const known = await contact({ phone_number: '+5511987654321' })
  const { id: lead_id } = await lead({ phone: '+551187654321', estimated_value: 1 })
  const { opportunity } = await act('crm_convert_lead', { lead_id })
  assert.equal(opportunity.contact?.id, known.id)
})

test('If phone and e-mail belong to different contacts, the caller must choose', async () => {
  const [number, email] = [phone(), 'otra.persona@example.com']
  const [one, two] = [await contact({ phone_number: number }), await contact({ email })]
  const { id: lead_id } = await lead({ phone: number, email, estimated_value: 1 })
  const problem = await refusal(act('crm_convert_lead', { lead_id }))
  assert.equal(problem.code, 'ambiguous_reference')
  assert.deepEqual(
    problem.extra.candidates?.map(({ id }) => id),
    [one.id, two.id],
  )
  const { opportunity } = await act('crm_convert_lead', { lead_id, confirmed_contact_id: two.id })
  assert.equal(opportunity.contact?.id, two.id)
})

test('A confirmed contact is linked to a lead without a contact and never replaces another', async () => {
  const [mine, other] = [await contact(), await contact()]
  const bare = await lead({ estimated_value: 1 })
  const { lead: converted } = await act('crm_convert_lead', { lead_id: bare.id, confirmed_contact_id: mine.id })
  assert.equal(converted.contact?.id, mine.id)
  const { id: lead_id } = await lead({ estimated_value: 1, contact_id: mine.id })
  const problem = await refusal(act('crm_convert_lead', { lead_id, confirmed_contact_id: other.id }))
  assert.deepEqual([problem.code, problem.extra.errors?.[0]?.field], ['invalid_value', 'confirmed_contact_id'])
  const nobody = await refusal(act('crm_convert_lead', { lead_id, confirmed_contact_id: '999999999' }))
  assert.deepEqual([nobody.code, nobody.extra.errors?.[0]?.field], ['not_found', 'confirmed_contact_id'])
  assert.equal(
    (await act('crm_convert_lead', { lead_id, confirmed_contact_id: mine.id })).opportunity.contact?.id,
    mine.id,
  )
})

test('A refused conversion lists everything missing and changes nothing', async () => {
  const { id: lead_id } = await lead()
  const before = await sql`select count(*) from opportunities`
  const known = await events()
  const problem = await refusal(act('crm_convert_lead', { lead_id }))
  assert.deepEqual([problem.code, problem.status], ['conversion_requirements', 422])
  assert.deepEqual(
    problem.extra.errors?.map(({ field }) => field),
    ['confirmed_contact_id', 'amount'],
  )
  assert.match(problem.message, /a client .* and a business context .*an interest item/)
  const unreachable = await lead({ phone: 'ext. 12', estimated_value: 1 })
  assert.equal((await refusal(act('crm_convert_lead', { lead_id: unreachable.id }))).code, 'conversion_requirements')
  assert.deepEqual(await sql`select count(*) from opportunities`, before)
  assert.equal((await events()).length, known.length + 1)
})

test('An amount, an estimated value, a note or a task is enough business context', async () => {
  const { id: contact_id } = await contact()
  const noted = await lead({ contact_id })
  await act('crm_add_note', { entity_type: 'lead', entity_id: noted.id, body: 'Llamó' })
  await act('crm_convert_lead', { lead_id: noted.id })
  const planned = await lead({ contact_id })
  await act('crm_schedule_activity', { entity_type: 'lead', entity_id: planned.id, type: 'call', due_at: '2030-01-01' })
  await act('crm_convert_lead', { lead_id: planned.id })
  await act('crm_convert_lead', { lead_id: (await lead({ contact_id, estimated_value: 0 })).id })
  await act('crm_convert_lead', { lead_id: (await lead({ contact_id })).id, amount: 3 })
  const moved = await lead({ contact_id })
  await act('crm_move_lead_stage', { lead_id: moved.id, stage: 'Contactado' })
  assert.equal((await refusal(act('crm_convert_lead', { lead_id: moved.id }))).code, 'conversion_requirements')
})

test('Twenty concurrent conversions create one opportunity, and the others name it', async () => {
  const { id: lead_id } = await lead({ phone: phone(), estimated_value: 1 })
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => act('crm_convert_lead', { lead_id })))
  const rows = await sql<{ id: string }>`select id from opportunities where lead_id = ${lead_id}`
  assert.equal(rows.length, 1)
  const refused = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
  assert.equal(refused.length, 19)
  for (const problem of refused) {
    assert.equal(problem.code, 'invalid_state')
    assert.match(problem.message, new RegExp(`opportunity ${rows[0]!.id} `))
  }
  const emitted = (await events()).filter(
    ({ payload }) =>
      JSON.stringify(payload).includes(`"lead_id"`) ||
      (payload as unknown as { lead?: { id: string } }).lead?.id === lead_id,
  )
  assert.equal(emitted.filter(({ name }) => name === 'lead.converted').length, 1)
})

test('Concurrent conversions of the same person create one contact', async () => {
  const number = phone()
  const all = await Promise.all(Array.from({ length: 8 }, () => lead({ phone: number, estimated_value: 1 })))
  const made = await Promise.all(all.map(({ id: lead_id }) => act('crm_convert_lead', { lead_id })))
  assert.equal(new Set(made.map(({ opportunity }) => opportunity.contact!.id)).size, 1)
})

test('A crash during a merge changes nothing', async () => {
  const { id: lead_id } = await lead({ phone: phone(), estimated_value: 1 })
  await act('crm_add_note', { entity_type: 'lead', entity_id: lead_id, body: 'x' })
  const count = async () =>
    (
      await sql`select (select count(*) from opportunities)::int as deals, (select count(*) from contacts)::int as people,
      (select count(*) from stage_history)::int as visits, (select count(*) from activities)::int as entries`
    )[0]
  const before = await count()
  const known = await events()
  // A failure after the last statement, before the commit.
  const around = async (_ctx: Context, run: () => Promise<unknown>) => {
    await run()
    throw new Error('the lights went out')
  }
  await assert.rejects(act('crm_convert_lead', { lead_id }, { wrap: around }), /lights/)
  // The connection is cut before the commit.
  const cut = async (ctx: Context, run: () => Promise<unknown>) => {
    await run()
    await ctx.sql`select pg_terminate_backend(pg_backend_pid())`
  }
  assert.equal((await refusal(act('crm_convert_lead', { lead_id }, { wrap: cut }))).code, 'unavailable')
  assert.deepEqual([await count(), await events()], [before, known])
  const { status, opportunity } = await act('crm_get_lead', { lead_id })
  assert.deepEqual([status, opportunity], ['new', null])
  assert.equal((await timeline('lead', lead_id)).length, 1)
})

test('A lead is converted once, even if its status was changed since', async () => {
  const { id: lead_id } = await lead({ phone: phone(), estimated_value: 1 })
  await act('crm_convert_lead', { lead_id })
  await act('crm_update_lead', { lead_id, status: 'new' })
  assert.equal((await refusal(act('crm_convert_lead', { lead_id }))).code, 'invalid_state')
  assert.equal((await act('crm_update_lead', { lead_id, status: 'converted' })).status, 'converted')
})

test('A conversion needs a pipeline for opportunities and a stage that is not lost', async () => {
  const { id: lead_id } = await lead({ phone: phone(), estimated_value: 1 })
  assert.equal((await refusal(act('crm_convert_lead', { lead_id, pipeline: leads.id }))).code, 'invalid_value')
  const problem = await refusal(act('crm_convert_lead', { lead_id, stage: 'Perdido' }))
  assert.deepEqual([problem.code, problem.extra.errors?.[0]?.field], ['lost_reason_required', 'stage'])
  assert.match(problem.message, /lost stage Perdido.* crm_mark_opportunity_outcome/)
  const { opportunity } = await act('crm_convert_lead', { lead_id, pipeline: sales.id, stage: 'Ganado' })
  assert.deepEqual([opportunity.status, opportunity.probability], ['won', 100])
  assert.ok(opportunity.actual_close_date)
})

test('Interest items are copied to the opportunity and count as business context', async () => {
  const { id: contact_id } = await contact()
  const { id: lead_id } = await lead({ contact_id })
  await sql`
    insert into crm_items (account_id, lead_id, name, quantity, price, currency, created_at, updated_at)
    values (${actor.account.id}, ${lead_id}, 'Parqueadero', 2, 30000000, 'COP', now(), now())`
  const { opportunity } = await act('crm_convert_lead', { lead_id })
  const rows = await sql`select name, quantity, price from crm_items where opportunity_id = ${opportunity.id}`
  assert.deepEqual(rows, [{ name: 'Parqueadero', quantity: 2, price: 30_000_000 }])
})

test('A lead of another workspace is not found, and converting requires crm:write', async () => {
  const other = await addAccount()
  const { id: lead_id } = await other.lead({ phone: phone(), estimated_value: 1 })
  assert.equal((await refusal(act('crm_convert_lead', { lead_id }))).code, 'not_found')
  assert.equal(
    (await refusal(act('crm_convert_lead', { lead_id }, { as: only('crm:read') }))).code,
    'permission_denied',
  )
})
