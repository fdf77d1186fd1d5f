import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { checkRequired } from '#domains/crm/required-rules.ts'
import { openCrm } from '#test/crm.ts'
import { refusal, refused } from '#test/refusal.ts'

/** A stage that asks for fields lets nothing in without them, whichever way it comes. */
const { act, events, lead, deal, leads, sales, contact } = await openCrm()

const ask = async (stage: { id: string }, required_fields: string[]) =>
  act('update_stage', { stage_id: stage.id, required_fields })
const [first, second, , qualified, discarded] = leads.stages
const [begun, , , proposed, , won, lost] = sales.stages

const asked = ['phone', 'custom_attributes.presupuesto']
for (const stage of [second!, qualified!, discarded!]) await ask(stage, asked)
for (const stage of [proposed!, won!, lost!]) await ask(stage, ['amount', 'description'])

type Way = [way: string, enter: (id: string) => Promise<unknown>]

const into: Way[] = [
  ['moved', (lead_id) => act('crm_move_lead_stage', { lead_id, stage: 'Contactado' })],
  ['moved to a won stage', (lead_id) => act('crm_move_lead_stage', { lead_id, stage: 'Calificado' })],
  ['lost', (lead_id) => act('crm_mark_lead_lost', { lead_id, reason: 'x' })],
  ['changed with others', (lead_id) => act('update_leads', { lead_ids: [lead_id], stage: 'Contactado' })],
]

describe('a lead', () => {
  for (const [way, enter] of into)
    test(`that is ${way} has what the stage asks for`, async () => {
      const { id: lead_id } = await lead()
      const known = await events()
      const problem = await refusal(enter(lead_id))
      assert.deepEqual([problem.code, problem.status], ['missing_field', 422])
      assert.match(problem.message, /A lead enters \S+ only with phone and custom_attributes.presupuesto; fill that in/)
      assert.deepEqual(await events(), known)
      assert.equal((await act('crm_get_lead', { lead_id })).stage.id, first!.id)
      await act('crm_update_lead', { lead_id, phone: '3001234567', custom_attributes: { presupuesto: 0 } })
      await enter(lead_id)
      assert.notEqual((await act('crm_get_lead', { lead_id })).stage.id, first!.id)
    })

  test('that is made there has it too, and each field is named', async () => {
    const problem = await refusal(lead({ stage: 'Contactado' }))
    assert.deepEqual(
      problem.extra.errors?.map(({ field, code }) => [field, code]),
      [
        ['phone', 'missing_field'],
        ['custom_attributes/presupuesto', 'missing_field'],
      ],
    )
    assert.match((await refusal(lead({ stage: 'Contactado', phone: '3001234567' }))).message, /only with custom_attr/)
    await lead({ stage: 'Contactado', phone: '3001234567', custom_attributes: { presupuesto: 5 } })
  })

  test('that is reopened has what the first stage asks for', async () => {
    const { id: lead_id } = await lead({ phone: '3001234567', custom_attributes: { presupuesto: 5 } })
    await act('crm_mark_lead_lost', { lead_id })
    await ask(first!, ['company_name'])
    assert.match((await refusal(act('crm_reopen_lead', { lead_id }))).message, /only with company_name/)
    await ask(first!, [])
    await act('crm_reopen_lead', { lead_id })
  })

  test('that gets it in the same call comes in; one that is there already may lose it', async () => {
    const { id: lead_id } = await lead({ phone: '3001234567' })
    const custom_attributes = { presupuesto: 'alto' }
    await act('update_leads', { lead_ids: [lead_id], stage: 'Contactado', custom_attributes })
    assert.equal((await act('crm_update_lead', { lead_id, phone: '' })).phone, null)
  })
})

const closing: Way[] = [
  ['moved', (opportunity_id) => act('crm_move_opportunity_stage', { opportunity_id, stage: 'Propuesta' })],
  ['won', (opportunity_id) => act('crm_mark_opportunity_outcome', { opportunity_id, outcome: 'won' })],
  [
    'lost by its status',
    (opportunity_id) => act('crm_update_opportunity', { opportunity_id, status: 'lost', lost_reason: 'Otro' }),
  ],
  ['changed with others', (id) => act('update_opportunities', { opportunity_ids: [id], status: 'won' })],
]

describe('an opportunity', () => {
  for (const [way, enter] of closing)
    test(`that is ${way} has what the stage asks for`, async () => {
      const { id: opportunity_id } = await deal({ amount: 0 })
      const problem = await refusal(enter(opportunity_id))
      assert.equal(problem.code, 'missing_field')
      assert.match(problem.message, /only with description/)
      assert.equal((await act('crm_get_opportunity', { opportunity_id })).stage.id, begun!.id)
      await act('crm_update_opportunity', { opportunity_id, description: 'Piso alto' })
      await enter(opportunity_id)
    })

  test('gets it and closes in the same call', async () => {
    const { id: opportunity_id } = await deal()
    const fields = { description: 'Piso alto', amount: 5, status: 'won' } as const
    assert.equal((await act('crm_update_opportunity', { opportunity_id, ...fields })).status, 'won')
  })

  test('that is made there, or a lead is converted into, has it too', async () => {
    assert.equal((await refusal(deal({ stage: 'Propuesta' }))).code, 'missing_field')
    await deal({ stage: 'Propuesta', amount: 1, description: 'x' })
    await ask(begun!, ['amount', 'custom_attributes.torre'])
    const { id: contact_id } = await contact()
    const bare = await lead({ contact_id, estimated_value: 1 })
    const problem = await refusal(act('crm_convert_lead', { lead_id: bare.id }))
    assert.match(problem.message, /An opportunity enters Nuevo only with custom_attributes.torre/)
    assert.equal((await act('crm_get_lead', { lead_id: bare.id })).status, 'new')
    const full = await lead({ contact_id, custom_attributes: { torre: 2 } })
    await act('crm_convert_lead', { lead_id: full.id, amount: 5 })
    await ask(begun!, [])
  })
})

test('in a pipeline for both each is asked for what it has', async () => {
  const { id: pipeline, stages } = await act('create_pipeline', { name: 'Todo', kind: 'mixed' })
  await ask(stages[1]!, ['phone', 'amount', 'owner'])
  const [a, b] = [await lead({ pipeline }), await deal({ pipeline })]
  const stage = stages[1]!.id
  assert.match((await refusal(act('crm_move_lead_stage', { lead_id: a.id, stage }))).message, /phone and owner;/)
  const problem = await refusal(act('crm_move_opportunity_stage', { opportunity_id: b.id, stage }))
  assert.match(problem.message, /only with amount;/)
})

test('blank is nothing, while no and zero are answers', () => {
  const record = { stage: { name: 'X' }, custom_attributes: { a: ' ', b: false, c: 0 }, phone: '' } as never
  const problem = refused(() =>
    checkRequired('lead', record, [
      'phone',
      'custom_attributes.a',
      'custom_attributes.b',
      'custom_attributes.c',
      'custom_attributes.toString',
    ]),
  )
  assert.deepEqual(
    problem.extra.errors?.map(({ field }) => field),
    ['phone', 'custom_attributes/a', 'custom_attributes/toString'],
  )
})
