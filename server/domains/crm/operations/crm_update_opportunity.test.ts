import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCrm } from '#test/crm.ts'
import { refusal } from '#test/refusal.ts'

const { act, actor, events, since, only, deal, contact, timeline, addAgent, addAccount } = await openCrm()

test('Only given fields change, and the timeline shows old and new values', async () => {
  const before = await deal({ description: 'Vieja', amount: 10 })
  const count = (await events()).length
  const after = await act('crm_update_opportunity', {
    opportunity_id: before.id,
    description: '',
    amount: 20,
    expected_close_date: '2031-01-01',
  })
  assert.deepEqual(
    [after.description, after.amount, after.expected_close_date, after.name],
    [null, 20, '2031-01-01', before.name],
  )
  assert.deepEqual(await since(count), ['opportunity.updated'])
  const changes = {
    description: { from: 'Vieja', to: null },
    amount: { from: 10, to: 20 },
    expected_close_date: { from: '2030-06-30', to: '2031-01-01' },
  }
  assert.deepEqual((await events()).at(-1)?.payload, { opportunity: after, changes })
  const [entry] = await timeline('opportunity', before.id)
  assert.deepEqual([entry!.type, entry!.changes], ['field_change', changes])
  const known = await events()
  await act('crm_update_opportunity', { opportunity_id: before.id, amount: 20, status: 'open' })
  assert.deepEqual(await events(), known, 'what is so already is no news')
})

test('Mandatory fields cannot be cleared', async () => {
  const { id: opportunity_id } = await deal()
  for (const [input, field] of [
    [{ contact_id: null }, 'contact_id'],
    [{ expected_close_date: '' }, 'expected_close_date'],
    [{ expected_close_date: null }, 'expected_close_date'],
    [{ owner: '' }, 'owner'],
    [{ owner_id: null }, 'owner'],
    [{ name: ' ' }, 'name'],
  ] as const) {
    const problem = await refusal(act('crm_update_opportunity', { opportunity_id, ...input }))
    assert.deepEqual([problem.code, problem.extra.errors?.[0]?.field], ['missing_field', field])
  }
})

test('A change of owner emits its own event', async () => {
  const beto = await addAgent('Beto')
  const { id: opportunity_id } = await deal()
  const count = (await events()).length
  const { owner } = await act('crm_update_opportunity', { opportunity_id, owner_id: beto.user_id })
  assert.equal(owner?.name, 'Beto')
  assert.deepEqual(await since(count), ['opportunity.owner_changed'])
  const { changes } = (await events()).at(-1)!.payload as unknown as { changes: { owner: { from: { id: string } } } }
  assert.equal(changes.owner.from.id, actor.user_id)
})

test('Status won or lost closes it like an outcome, and a loss needs a reason', async () => {
  const { id: opportunity_id } = await deal()
  const won = await act('crm_update_opportunity', { opportunity_id, status: 'won' })
  assert.deepEqual([won.status, won.stage.name, won.probability], ['won', 'Ganado', 100])
  assert.ok(won.actual_close_date)
  for (const lost_reason of [undefined, '', null]) {
    const problem = await refusal(act('crm_update_opportunity', { opportunity_id, status: 'lost', lost_reason }))
    assert.deepEqual([problem.code, problem.status], ['lost_reason_required', 422])
  }
  const unknown = await refusal(
    act('crm_update_opportunity', { opportunity_id, status: 'lost', lost_reason: 'Porque sí' }),
  )
  assert.deepEqual([unknown.code, unknown.status], ['lost_reason_unknown', 422])
  assert.match(unknown.message, /Precio fuera de presupuesto, .*Otro/)
  const lost = await act('crm_update_opportunity', { opportunity_id, status: 'lost', lost_reason: 'credito NEGADO' })
  assert.deepEqual(
    [lost.status, lost.stage.name, lost.lost_reason, lost.probability],
    ['lost', 'Perdido', 'Crédito negado', 0],
  )
})

test('The reason of a lost deal can be changed but not removed', async () => {
  const { id: opportunity_id } = await deal()
  await act('crm_update_opportunity', { opportunity_id, status: 'lost', lost_reason: 'Otro' })
  const count = (await events()).length
  const after = await act('crm_update_opportunity', { opportunity_id, lost_reason: 'No respondió' })
  assert.equal(after.lost_reason, 'No respondió')
  assert.deepEqual(await since(count), ['opportunity.updated'])
  for (const lost_reason of ['', null])
    assert.equal(
      (await refusal(act('crm_update_opportunity', { opportunity_id, lost_reason }))).code,
      'lost_reason_required',
    )
  assert.equal(
    (await refusal(act('crm_update_opportunity', { opportunity_id, lost_reason: 'x' }))).code,
    'lost_reason_unknown',
  )
})

test('Only a lost opportunity has a lost reason', async () => {
  const { id: opportunity_id } = await deal()
  assert.equal(
    (await refusal(act('crm_update_opportunity', { opportunity_id, lost_reason: 'Otro' }))).code,
    'invalid_value',
  )
  assert.equal(
    (await refusal(act('crm_update_opportunity', { opportunity_id, status: 'won', lost_reason: 'Otro' }))).code,
    'invalid_value',
  )
  assert.equal((await act('crm_update_opportunity', { opportunity_id, lost_reason: '' })).lost_reason, null)
})

test('A reopened opportunity is in its last open stage, and the timeline keeps the outcome', async () => {
  const { id: opportunity_id } = await deal()
  await act('crm_move_opportunity_stage', { opportunity_id, stage: 'Propuesta' })
  const lost = await act('crm_mark_opportunity_outcome', { opportunity_id, outcome: 'lost', lost_reason: 'Otro' })
  const count = (await events()).length
  const open = await act('crm_update_opportunity', { opportunity_id, status: 'open' })
  assert.deepEqual([open.status, open.stage.name, open.probability], ['open', 'Propuesta', 60])
  assert.deepEqual([open.lost_reason, open.actual_close_date, open.closed_at], [null, null, null])
  assert.deepEqual(await since(count), ['opportunity.stage_changed', 'opportunity.reopened'])
  const [entry] = await timeline('opportunity', opportunity_id)
  assert.deepEqual(entry!.changes?.lost_reason, { from: 'Otro', to: null })
  assert.deepEqual(entry!.changes?.actual_close_date, { from: lost.actual_close_date, to: null })
})

test('An opportunity that was never in an open stage is reopened in the first one', async () => {
  const { id: opportunity_id } = await deal({ stage: 'Ganado' })
  assert.equal((await act('crm_update_opportunity', { opportunity_id, status: 'open' })).stage.name, 'Nuevo')
})

test('The probability can change only while the opportunity is open', async () => {
  const { id: opportunity_id } = await deal()
  assert.equal((await act('crm_update_opportunity', { opportunity_id, probability: 77 })).probability, 77)
  await act('crm_mark_opportunity_outcome', { opportunity_id, outcome: 'won' })
  assert.equal(
    (await refusal(act('crm_update_opportunity', { opportunity_id, probability: 50 }))).code,
    'invalid_state',
  )
  const open = await act('crm_update_opportunity', { opportunity_id, status: 'open', probability: 50 })
  assert.equal(open.probability, 50)
  assert.equal(
    (await refusal(act('crm_update_opportunity', { opportunity_id, probability: 101 }))).code,
    'invalid_request',
  )
})

test('A UTM value changed by a person counts as manual, and the first one is kept', async () => {
  const { id: opportunity_id } = await deal({ utm_source: 'google' })
  const after = await act('crm_update_opportunity', {
    opportunity_id,
    utm_source: 'radio',
    attribution_detail: 'W Radio',
  })
  assert.deepEqual(
    [after.utm_origin, after.utm_origin_by?.id, after.utm_auto?.utm_source],
    ['manual', actor.user_id, 'google'],
  )
})

test('Contact and custom attributes can be changed', async () => {
  const { id: opportunity_id } = await deal({ custom_attributes: { a: 1 } })
  const other = await contact()
  const after = await act('crm_update_opportunity', {
    opportunity_id,
    contact_id: other.id,
    custom_attributes: { a: null, b: 2 },
  })
  assert.deepEqual([after.contact?.id, after.custom_attributes], [other.id, { b: 2 }])
})

test('An opportunity of another workspace is not found, and updates require crm:write', async () => {
  const other = await addAccount()
  const { id: opportunity_id } = await other.deal()
  assert.equal((await refusal(act('crm_update_opportunity', { opportunity_id, name: 'x' }))).code, 'not_found')
  const as = only('crm:read')
  assert.equal(
    (await refusal(act('crm_update_opportunity', { opportunity_id, name: 'x' }, { as }))).code,
    'permission_denied',
  )
})
