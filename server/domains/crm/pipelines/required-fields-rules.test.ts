import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { checkRequired } from './required-fields-rules.ts'
import { openCrm } from '#test/crm.ts'
import { refusal, refused } from '#test/refusal.ts'

const { act, events, lead, deal, leads, sales, contact } = await openCrm()

const require = async (stage: { id: string }, required_fields: string[]) =>
  act('update_stage', { stage_id: stage.id, required_fields })
const [first, second, , qualified, discarded] = leads.stages
const [opened, , , proposed, , won, lost] = sales.stages

const required_fields = ['phone', 'custom_attributes.presupuesto']
for (const stage of [second!, qualified!, discarded!]) await require(stage, required_fields)
for (const stage of [proposed!, won!, lost!]) await require(stage, ['amount', 'description'])

type Way = [way: string, enter: (id: string) => Promise<unknown>]

const into: Way[] = [
  ['A lead that is moved', (lead_id) => act('crm_move_lead_stage', { lead_id, stage: 'Contactado' })],
  ['A lead that is moved to a won stage', (lead_id) => act('crm_move_lead_stage', { lead_id, stage: 'Calificado' })],
  ['A lead that is marked lost', (lead_id) => act('crm_mark_lead_lost', { lead_id, reason: 'x' })],
  ['A lead in a bulk update', (lead_id) => act('update_leads', { lead_ids: [lead_id], stage: 'Contactado' })],
]

describe('Leads', () => {
  for (const [way, enter] of into)
    test(`${way} needs the required fields of the stage`, async () => {
      const { id: lead_id } = await lead()
      const known = await events()
      const problem = await refusal(enter(lead_id))
      assert.deepEqual([problem.code, problem.status], ['missing_field', 422])
      assert.match(
        problem.message,
        /A lead needs phone and custom_attributes.presupuesto to enter \S+; fill in what is missing/,
      )
      assert.deepEqual(await events(), known)
      assert.equal((await act('crm_get_lead', { lead_id })).stage.id, first!.id)
      await act('crm_update_lead', { lead_id, phone: '3001234567', custom_attributes: { presupuesto: 0 } })
      await enter(lead_id)
      assert.notEqual((await act('crm_get_lead', { lead_id })).stage.id, first!.id)
    })

  test('A new lead needs the required fields of its stage, each named in the refusal', async () => {
    const problem = await refusal(lead({ stage: 'Contactado' }))
    assert.deepEqual(
      problem.extra.errors?.map(({ field, code }) => [field, code]),
      [
        ['phone', 'missing_field'],
        ['custom_attributes/presupuesto', 'missing_field'],
      ],
    )
    assert.match((await refusal(lead({ stage: 'Contactado', phone: '3001234567' }))).message, /needs custom_attr/)
    await lead({ stage: 'Contactado', phone: '3001234567', custom_attributes: { presupuesto: 5 } })
  })

  test('A reopened lead needs the required fields of the first stage', async () => {
    const { id: lead_id } = await lead({ phone: '3001234567', custom_attributes: { presupuesto: 5 } })
    await act('crm_mark_lead_lost', { lead_id })
    await require(first!, ['company_name'])
    assert.match((await refusal(act('crm_reopen_lead', { lead_id }))).message, /needs company_name/)
    await require(first!, [])
    await act('crm_reopen_lead', { lead_id })
  })

  test('A required field may be set in the same call, and may be cleared later', async () => {
    const { id: lead_id } = await lead({ phone: '3001234567' })
    const custom_attributes = { presupuesto: 'alto' }
    await act('update_leads', { lead_ids: [lead_id], stage: 'Contactado', custom_attributes })
    assert.equal((await act('crm_update_lead', { lead_id, phone: '' })).phone, null)
  })
})

const closing: Way[] = [
  [
    'An opportunity that is moved',
    (opportunity_id) => act('crm_move_opportunity_stage', { opportunity_id, stage: 'Propuesta' }),
  ],
  [
    'An opportunity that is won',
    (opportunity_id) => act('crm_mark_opportunity_outcome', { opportunity_id, outcome: 'won' }),
  ],
  [
    'An opportunity that is lost by its status',
    (opportunity_id) => act('crm_update_opportunity', { opportunity_id, status: 'lost', lost_reason: 'Otro' }),
  ],
  ['An opportunity in a bulk update', (id) => act('update_opportunities', { opportunity_ids: [id], status: 'won' })],
]

describe('Opportunities', () => {
  for (const [way, enter] of closing)
    test(`${way} needs the required fields of the stage`, async () => {
      const { id: opportunity_id } = await deal({ amount: 0 })
      const problem = await refusal(enter(opportunity_id))
      assert.equal(problem.code, 'missing_field')
      assert.match(problem.message, /needs description/)
      assert.equal((await act('crm_get_opportunity', { opportunity_id })).stage.id, opened!.id)
      await act('crm_update_opportunity', { opportunity_id, description: 'Piso alto' })
      await enter(opportunity_id)
    })

  test('An opportunity can get a required field and close in one call', async () => {
    const { id: opportunity_id } = await deal()
    const fields = { description: 'Piso alto', amount: 5, status: 'won' } as const
    assert.equal((await act('crm_update_opportunity', { opportunity_id, ...fields })).status, 'won')
  })

  test('A new or converted opportunity needs the required fields of its stage', async () => {
    assert.equal((await refusal(deal({ stage: 'Propuesta' }))).code, 'missing_field')
    await deal({ stage: 'Propuesta', amount: 1, description: 'x' })
    await require(opened!, ['amount', 'custom_attributes.torre'])
    const { id: contact_id } = await contact()
    const bare = await lead({ contact_id, estimated_value: 1 })
    const problem = await refusal(act('crm_convert_lead', { lead_id: bare.id }))
    assert.match(problem.message, /An opportunity needs custom_attributes.torre to enter Nuevo/)
    assert.equal((await act('crm_get_lead', { lead_id: bare.id })).status, 'new')
    const full = await lead({ contact_id, custom_attributes: { torre: 2 } })
    await act('crm_convert_lead', { lead_id: full.id, amount: 5 })
    await require(opened!, [])
  })
})

test('In a mixed pipeline a required field applies to the records that have it', async () => {
  const { id: pipeline, stages } = await act('create_pipeline', { name: 'Todo', kind: 'mixed' })
  await require(stages[1]!, ['phone', 'amount', 'owner'])
  const [a, b] = [await lead({ pipeline }), await deal({ pipeline })]
  const stage = stages[1]!.id
  assert.match(
    (await refusal(act('crm_move_lead_stage', { lead_id: a.id, stage }))).message,
    /needs phone and owner to/,
  )
  const problem = await refusal(act('crm_move_opportunity_stage', { opportunity_id: b.id, stage }))
  assert.match(problem.message, /needs amount to/)
})

test('A blank value counts as missing; false and zero do not', () => {
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
