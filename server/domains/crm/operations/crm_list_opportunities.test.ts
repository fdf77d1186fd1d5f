import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { openCrm } from '#test/crm.ts'
import { openPlans } from '#test/plan.ts'
import { refusal } from '#test/refusal.ts'
import type { Input } from '#test/workspace.ts'

const { act, actor, only, deal, sales, contact, addAgent, addAccount, runtime, sql } = await openCrm()

const list = async (input: Input<'crm_list_opportunities'>) =>
  (await act('crm_list_opportunities', input)).items.map(({ name }) => name)

test('every filter narrows the list, newest first', async () => {
  const beto = await addAgent('Beto')
  const { id: contact_id } = await contact()
  await act('create_pipeline', { name: 'Arriendos', kind: 'opportunities' })
  await deal({ name: 'uno', amount: 10, owner: 'Beto', expected_close_date: '2030-01-01' })
  await deal({ name: 'dos', amount: 20, stage: 'Propuesta', contact_id, expected_close_date: '2030-02-01' })
  await deal({ name: 'tres', pipeline: 'Arriendos', expected_close_date: '2030-03-01' })
  await deal({ name: 'cuatro', stage: 'Ganado', amount: 30, expected_close_date: '2030-03-31' })
  for (const [input, expected] of [
    [{}, ['cuatro', 'tres', 'dos', 'uno']],
    [{ pipeline: 'ventas' }, ['cuatro', 'dos', 'uno']],
    [{ pipeline: 'Ventas', stage: 'propuesta' }, ['dos']],
    [{ stage_id: sales.stages[3]!.id }, ['dos']],
    [{ status: 'won' }, ['cuatro']],
    [{ owner: 'Beto' }, ['uno']],
    [{ owner_id: beto.user_id! }, ['uno']],
    [{ unassigned_only: true }, []],
    [{ contact_id }, ['dos']],
    [{ amount_min: 20 }, ['cuatro', 'dos']],
    [{ amount_max: 20 }, ['dos', 'uno']],
    [{ amount_min: 15, amount_max: 25 }, ['dos']],
    [{ expected_close_from: '2030-02-01', expected_close_to: '2030-03-01' }, ['tres', 'dos']],
    [{ created_from: '2026-01-01' }, ['cuatro', 'tres', 'dos', 'uno']],
    [
      { filter: { any: [{ all: [{ field: 'expected_close_date', operator: 'equal_to', values: ['2030-03-31'] }] }] } },
      ['cuatro'],
    ],
    [{ filter: { any: [{ all: [{ field: 'amount', operator: 'is_not_present', values: [] }] }] } }, ['tres']],
  ] as [Input<'crm_list_opportunities'>, string[]][])
    assert.deepEqual(await list(input), expected, JSON.stringify(input))
})

test('pages follow one another, and what makes no sense is refused', async () => {
  const first = await act('crm_list_opportunities', { limit: 3 })
  const second = await act('crm_list_opportunities', { limit: 3, cursor: first.next_cursor! })
  assert.deepEqual([first.items.length, second.items.map(({ name }) => name), second.next_cursor], [3, ['uno'], null])
  for (const [input, code] of [
    [{ stage: 'Nuevo' }, 'missing_field'],
    [{ amount_min: 3, amount_max: 2 }, 'invalid_value'],
    [{ expected_close_from: '2030-02-01', expected_close_to: '2030-01-01' }, 'invalid_value'],
    [{ pipeline: 'Nada' }, 'not_found'],
  ] as [Input<'crm_list_opportunities'>, string][])
    assert.equal((await refusal(act('crm_list_opportunities', input))).code, code, JSON.stringify(input))
})

test('everyone sees what they may', async () => {
  const other = await addAccount()
  const [mine, mate] = await Promise.all(['Mía', 'Colega'].map((name) => other.addAgent(name)))
  await other.act('create_team', { name: 'Ventas', members: [mine!.user_id!, mate!.user_id!] })
  await other.deal({ name: 'ajeno' })
  await other.deal({ name: 'mío', owner_id: mine!.user_id! })
  await other.deal({ name: 'de colega', owner_id: mate!.user_id! })
  for (const [visibility, expected] of [
    ['all', ['de colega', 'mío', 'ajeno']],
    ['team', ['de colega', 'mío']],
    ['own', ['mío']],
  ] as const) {
    const { items } = await other.act('crm_list_opportunities', {}, { as: { ...mine!, visibility } })
    assert.deepEqual(
      items.map(({ name }) => name),
      expected,
    )
  }
})

test('it needs the right to read the CRM', async () => {
  const problem = await refusal(act('crm_list_opportunities', {}, { as: only('contacts:read') }))
  assert.equal(problem.code, 'permission_denied')
})

describe('among ten thousand opportunities', async () => {
  const { planOf } = openPlans(runtime, actor)

  before(async () => {
    const { user_id } = await addAgent('Rara')
    const pipeline = await act('create_pipeline', { name: 'Grande', kind: 'opportunities' })
    const [first, second] = pipeline.stages
    await sql`
      insert into opportunities (account_id, name, amount, currency, expected_close_date, probability, pipeline_id, stage_id, stage_entered_at, status,
                                 last_activity_at, created_at, updated_at, owner_id)
      select ${actor.account.id}, 'Deal ' || n, n, 'COP', date '2030-01-01' + (n % 1000), 10, ${pipeline.id},
             case when n % 100 = 0 then ${second!.id}::bigint else ${first!.id}::bigint end, now(), 'open', now(),
             now() - make_interval(mins => n), now(), case when n % 500 = 0 then ${user_id}::bigint else ${actor.user_id}::bigint end
        from generate_series(1, 10000) n`
    await runtime.database.work.query('vacuum analyze')
  })

  test('each list is read from an index of its own, and no more of it than a page', async () => {
    for (const [input, index] of [
      [{}, 'opportunities_newest'],
      [{ pipeline: 'Grande' }, 'opportunities_pipeline'],
      [{ pipeline: 'Grande', stage: 'Contactado' }, 'opportunities_stage'],
      [{ pipeline: 'Grande', stage: 'Contactado', sort: 'position' }, 'opportunities_board'],
      [{ status: 'won' }, 'opportunities_status'],
      [{ owner: 'Rara' }, 'opportunities_owner'],
    ] as [Input<'crm_list_opportunities'>, string][]) {
      const plan = await planOf('crm_list_opportunities', { ...input, limit: 10 })
      assert.deepEqual(plan.indexes('opportunities'), [index], `${index}: ${plan.text}`)
      assert.ok(plan.rows('opportunities') <= 11, `${index}: ${plan.rows('opportunities')} rows`)
    }
  })
})
