import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadSystemActor } from '#kernel/system-actor.ts'
import { openCrm } from '#test/crm.ts'
import { refusal } from '#test/refusal.ts'

const { act, actor, events, only, deal, contact, sales, leads, addAgent, sql } = await openCrm()

test('A new deal is open in the first stage, with its probability, and belongs to its creator', async () => {
  const made = await deal({ amount: 450_000_000 })
  assert.deepEqual(
    [made.status, made.pipeline.name, made.stage.name, made.probability],
    ['open', 'Ventas', 'Nuevo', 10],
  )
  assert.deepEqual([made.owner?.id, made.amount, made.currency, made.lead], [actor.user_id, 450_000_000, 'COP', null])
  assert.deepEqual([made.expected_close_date, made.actual_close_date, made.closed_at], ['2030-06-30', null, null])
  assert.match(made.url, new RegExp(`/app/${actor.account.id}/opportunities/${made.id}$`))
  const event = (await events()).at(-1)!
  assert.deepEqual([event.name, event.payload], ['opportunity.created', { opportunity: made }])
  const rows = await sql`select stage_name, left_at from stage_history where opportunity_id = ${made.id}`
  assert.deepEqual(rows, [{ stage_name: 'Nuevo', left_at: null }])
})

test('Every field is stored', async () => {
  const beto = await addAgent('Beto')
  const fields = {
    name: 'Venta Usaquén',
    description: 'Dos alcobas\ncon balcón',
    amount: 12.34,
    currency: 'USD',
    expected_close_date: '2031-02-28',
    utm_source: 'google',
    utm_medium: 'cpc',
    utm_campaign: 'Feria 2026',
    attribution_detail: 'Valla de la 80',
    custom_attributes: { torre: 2 },
  }
  const made = await deal({ ...fields, pipeline: sales.id, stage: 'Propuesta', owner: 'beto' })
  assert.deepEqual({ ...made, ...fields }, made)
  assert.deepEqual([made.stage.name, made.probability, made.owner?.id], ['Propuesta', 60, beto.user_id])
  assert.deepEqual([made.utm_origin, made.utm_auto?.utm_source], ['automatic', 'google'])
})

test('A deal without a contact, expected close date or owner is refused and leaves no trace', async () => {
  const known = await events()
  const { id: contact_id } = await contact()
  const when = { expected_close_date: '2030-06-30' }
  const robot = await loadSystemActor(sql, actor.account.id, { type: 'automation', id: '1', name: 'Regla' })
  for (const [call, field] of [
    [act('crm_create_opportunity', { name: 'x', ...when } as never), 'contact_id'],
    [act('crm_create_opportunity', { name: 'x', contact_id }), 'expected_close_date'],
    [act('crm_create_opportunity', { name: 'x', contact_id, ...when }, { as: robot }), 'owner'],
  ] as const) {
    const problem = await refusal(call)
    assert.deepEqual([problem.code, problem.status], ['missing_field', 422])
    assert.equal(problem.extra.errors?.[0]?.field, field)
  }
  assert.equal((await events()).length, known.length + 1)
})

test('A deal inherits the first touch of its contact unless UTM values are given', async () => {
  const { id: contact_id } = await contact({ custom_attributes: { utm_source: 'feria', utm_campaign: 'Torre' } })
  assert.equal((await deal({ contact_id })).utm_source, 'feria')
  assert.deepEqual([(await deal({ contact_id, utm_source: 'radio' })).utm_source], ['radio'])
})

test('A deal created in a won stage is won; a lost stage is refused for want of a reason', async () => {
  const won = await deal({ stage: 'Ganado' })
  assert.deepEqual([won.status, won.probability], ['won', 100])
  assert.ok(won.actual_close_date && won.closed_at)
  assert.equal((await events()).at(-1)?.name, 'opportunity.won')
  assert.equal((await refusal(deal({ stage: 'Perdido' }))).code, 'lost_reason_required')
})

test('Invalid values are refused', async () => {
  assert.equal((await refusal(deal({ pipeline: leads.id }))).code, 'invalid_value')
  assert.equal((await refusal(deal({ stage: 'Visita' }))).code, 'not_found')
  assert.equal((await refusal(deal({ contact_id: '999999999' }))).code, 'not_found')
  assert.equal((await refusal(deal({ amount: -1 }))).code, 'invalid_request')
  assert.equal((await refusal(deal({ amount: 1e15 }))).code, 'invalid_request')
  assert.equal((await refusal(deal({ expected_close_date: '2030-02-30' }))).code, 'invalid_request')
  assert.equal((await refusal(deal({ currency: 'XX' }))).code, 'invalid_value')
  assert.equal((await refusal(deal({ name: ' ' }))).code, 'missing_field')
})

test('Creating an opportunity requires crm:write', async () => {
  const { id: contact_id } = await contact()
  const problem = await refusal(act('crm_create_opportunity', { name: 'x', contact_id }, { as: only('crm:read') }))
  assert.equal(problem.code, 'permission_denied')
})
