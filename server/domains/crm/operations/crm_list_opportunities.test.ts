import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { opportunity_sorts } from '#domains/crm/inputs.ts'
import { openUnlimited } from '#test/database.ts'
import { openCrm } from '#test/crm.ts'
import { openPlans } from '#test/plan.ts'
import { refusal } from '#test/refusal.ts'
import type { Input } from '#test/workspace.ts'

const { act, actor, only, deal, sales, contact, addAgent, addAccount, runtime } = await openCrm()

const list = async (input: Input<'crm_list_opportunities'>) =>
  (await act('crm_list_opportunities', input)).items.map(({ name }) => name)

test('Every filter narrows the list, newest first', async () => {
  const beto = await addAgent('Beto')
  const { id: contact_id } = await contact()
  await act('create_pipeline', { name: 'Arriendos', kind: 'opportunities' })
  await deal({ name: 'uno', amount: 10, owner: 'Beto', expected_close_date: '2030-01-01' })
  await deal({ name: 'dos', amount: 20, stage: 'Propuesta', contact_id, expected_close_date: '2030-02-01' })
  await deal({ name: 'tres', pipeline: 'Arriendos', expected_close_date: '2030-03-01' })
  await deal({ name: 'cuatro', stage: 'Ganado', amount: 30, expected_close_date: '2030-03-31' })
  for (const [input, expected] of [
    [{}, ['cuatro', 'tres', 'dos', 'uno']],
    [{ sort: 'oldest' }, ['uno', 'dos', 'tres', 'cuatro']],
    [{ sort: 'name' }, ['cuatro', 'dos', 'tres', 'uno']],
    [{ sort: '-name' }, ['uno', 'tres', 'dos', 'cuatro']],
    [{ sort: 'amount' }, ['tres', 'uno', 'dos', 'cuatro']],
    [{ sort: '-amount' }, ['cuatro', 'dos', 'uno', 'tres']],
    [{ sort: 'stage' }, ['uno', 'dos', 'cuatro', 'tres']],
    [{ sort: '-stage' }, ['tres', 'cuatro', 'dos', 'uno']],
    [{ sort: '-stage', pipeline: 'Ventas' }, ['cuatro', 'dos', 'uno']],
    [{ sort: 'owner' }, ['cuatro', 'tres', 'dos', 'uno']],
    [{ sort: '-owner' }, ['uno', 'cuatro', 'tres', 'dos']],
    [{ sort: '-expected_close_date', amount_min: 15 }, ['cuatro', 'dos']],
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

test('Sorted by last activity, a record moves when something happens', async () => {
  const { items } = await act('crm_list_opportunities', { query: 'uno' })
  const now = new Date(Date.now() + 60_000)
  const about = { entity_type: 'opportunity', entity_id: items[0]!.id, body: 'Llamó' } as const
  await act('crm_add_note', about, { now })
  assert.equal((await list({ sort: '-last_activity_at' }))[0], 'uno')
  assert.equal((await list({ sort: 'last_activity_at' })).at(-1), 'uno')
})

test('In every order paging leaves no gap', async () => {
  const all = await list({ limit: 100 })
  for (const sort of opportunity_sorts) {
    const [whole, seen] = [await list({ limit: 100, sort }), [] as string[]]
    let cursor: string | undefined
    do {
      const page = await act('crm_list_opportunities', { limit: 1, sort, ...(cursor && { cursor }) })
      seen.push(...page.items.map(({ name }) => name))
      cursor = page.next_cursor ?? undefined
    } while (cursor)
    assert.deepEqual(seen, whole, sort)
    assert.deepEqual(seen.toSorted(), all.toSorted(), sort)
  }
})

test('A deal is found by the words of its name, its contact and its items', async () => {
  const other = await addAccount()
  const names = async (query: string) =>
    (await other.act('crm_list_opportunities', { query })).items.map(({ name }) => name)
  const ana = await other.act('create_contact', {
    name: 'Ana Muñoz',
    phone_number: '+573001234567',
    email: 'ana@clinica.co',
    company_name: 'Clínica Norte',
  })
  await other.deal({ name: 'Renovación anual', contact_id: ana.id })
  const flat = await other.deal({ name: 'Apartamento en Cedritos' })
  await other.act('add_opportunity_item', { opportunity_id: flat.id, name: 'Parqueadero PK-17', quantity: 1 })
  for (const query of ['renovacion', 'ANA', 'munoz renovación', '300 123 4567', 'ana@clinica.co', 'clinica norte'])
    assert.deepEqual(await names(query), ['Renovación anual'], query)
  for (const query of ['cedri', 'pk-17', 'apartamento parqueadero'])
    assert.deepEqual(await names(query), ['Apartamento en Cedritos'], query)
  assert.deepEqual(await names('ana cedritos'), [])
  assert.deepEqual(await names(''), ['Apartamento en Cedritos', 'Renovación anual'])
})

test('Paging works, and contradictory filters are refused', async () => {
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

test('Callers see only the records they may', async () => {
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

test('Listing opportunities requires crm:read', async () => {
  const problem = await refusal(act('crm_list_opportunities', {}, { as: only('contacts:read') }))
  assert.equal(problem.code, 'permission_denied')
})

describe('With ten thousand opportunities', async () => {
  const { planOf } = openPlans(runtime, actor)

  before(async () => {
    const { user_id } = await addAgent('Rara')
    const pipeline = await act('create_pipeline', { name: 'Grande', kind: 'opportunities' })
    const [first, second] = pipeline.stages
    const unlimited = await openUnlimited(runtime.database)
    await unlimited`
      insert into opportunities (account_id, name, amount, currency, expected_close_date, probability, pipeline_id, stage_id, stage_entered_at, status,
                                 last_activity_at, created_at, updated_at, owner_id)
      select ${actor.account.id}, 'Deal ' || n, n, 'COP', date '2030-01-01' + (n % 1000), 10, ${pipeline.id},
             case when n % 100 = 0 then ${second!.id}::bigint else ${first!.id}::bigint end, now(), 'open', now(),
             now() - make_interval(mins => n), now(), case when n % 500 = 0 then ${user_id}::bigint else ${actor.user_id}::bigint end
        from generate_series(1, 10000) n`
    await runtime.database.work.query('vacuum analyze')
  })

  test('Each list uses its own index and reads no more than a page', async () => {
    for (const [input, index] of [
      [{}, 'opportunities_newest'],
      [{ pipeline: 'Grande' }, 'opportunities_pipeline'],
      [{ pipeline: 'Grande', stage: 'Contactado' }, 'opportunities_stage'],
      [{ pipeline: 'Grande', stage: 'Contactado', sort: 'position' }, 'opportunities_board'],
      [{ sort: 'oldest' }, 'opportunities_newest'],
      [{ sort: 'name' }, 'opportunities_by_name'],
      [{ sort: '-name' }, 'opportunities_by_name'],
      [{ sort: 'amount' }, 'opportunities_by_amount'],
      [{ sort: '-amount' }, 'opportunities_by_amount'],
      [{ sort: 'last_activity_at' }, 'opportunities_by_activity'],
      [{ sort: '-last_activity_at' }, 'opportunities_by_activity'],
      [{ sort: 'expected_close_date' }, 'opportunities_expected'],
      [{ sort: '-expected_close_date' }, 'opportunities_expected'],
      [{ status: 'won' }, 'opportunities_status'],
      [{ owner: 'Rara' }, 'opportunities_owner'],
    ] as [Input<'crm_list_opportunities'>, string][]) {
      const plan = await planOf('crm_list_opportunities', { ...input, limit: 10 })
      assert.deepEqual(plan.indexes('opportunities'), [index], `${index}: ${plan.text}`)
      assert.ok(plan.rows('opportunities') <= 11, `${index}: ${plan.rows('opportunities')} rows`)
    }
  })

  test('By stage and by owner, no more than a page of each group is read, also later', async () => {
    for (const [sort, ...indexes] of [
      ['stage', 'opportunities_stage'],
      // The few records without an owner are sorted.
      ['-owner', 'opportunities_owner', 'opportunities_board_owner'],
    ] as const) {
      const { next_cursor } = await act('crm_list_opportunities', { sort, limit: 20 })
      for (const cursor of [{}, { cursor: next_cursor! }]) {
        const plan = await planOf('crm_list_opportunities', { sort, limit: 20, ...cursor })
        const others = plan.indexes('opportunities').filter((index) => !indexes.some((each) => each === index))
        assert.deepEqual(others, [], `${sort}: ${plan.text}`)
        assert.ok(plan.rows('opportunities') <= 100, `${sort}: ${plan.rows('opportunities')} rows`)
      }
    }
  })
})
