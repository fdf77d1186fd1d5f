import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { lead_sorts } from '#domains/crm/inputs.ts'
import { openUnlimited } from '#test/database.ts'
import { openCrm } from '#test/crm.ts'
import { openPlans } from '#test/plan.ts'
import { refusal } from '#test/refusal.ts'
import type { Input } from '#test/workspace.ts'

const { act, actor, only, lead, leads, sales, contact, addAgent, addAccount, runtime } = await openCrm()

const list = async (input: Input<'crm_list_leads'>) =>
  (await act('crm_list_leads', input)).items.map(({ name }) => name)

test('Every filter works by name and by id, newest first', async () => {
  const beto = await addAgent('Beto')
  const { id: contact_id } = await contact()
  const mixed = await act('create_pipeline', { name: 'Mixto', kind: 'mixed' })
  await lead({
    name: 'uno',
    source: 'Sitio Web',
    owner: 'Beto',
    company_name: 'Ferretería Díaz',
    phone: '+573007654321',
  })
  await lead({ name: 'dos', stage: 'Contactado', contact_id })
  await lead({ name: 'tres', pipeline: 'Mixto', owner: 'Ana Admin' })
  const { id } = await lead({ name: 'cuatro' })
  await act('crm_mark_lead_lost', { lead_id: id })
  const [, contacted] = leads.stages
  for (const [input, expected] of [
    [{}, ['cuatro', 'tres', 'dos', 'uno']],
    [{ pipeline: 'leads' }, ['cuatro', 'dos', 'uno']],
    [{ pipeline_id: mixed.id }, ['tres']],
    [{ pipeline: 'Leads', stage: 'contactado' }, ['dos']],
    [{ pipeline: leads.id, stage: contacted!.id }, ['dos']],
    [{ stage_id: contacted!.id }, ['dos']],
    [{ status: 'unqualified' }, ['cuatro']],
    [{ status: 'new' }, ['tres', 'dos', 'uno']],
    [{ owner: 'beto' }, ['uno']],
    [{ owner_id: beto.user_id! }, ['uno']],
    [{ unassigned_only: true }, ['cuatro', 'dos']],
    [{ contact_id }, ['dos']],
    [{ query: 'ferreteria' }, ['uno']],
    [{ query: '300 765 4321' }, ['uno']],
    [{ query: 'uno díaz' }, ['uno']],
    [{ source: 'tio WE' }, ['uno']],
    [{ sort: 'oldest' }, ['uno', 'dos', 'tres', 'cuatro']],
    [{ sort: 'name' }, ['cuatro', 'dos', 'tres', 'uno']],
    [{ sort: '-name' }, ['uno', 'tres', 'dos', 'cuatro']],
    [{ sort: 'stage' }, ['uno', 'dos', 'cuatro', 'tres']],
    [{ sort: 'owner' }, ['tres', 'uno', 'cuatro', 'dos']],
    [{ sort: '-owner' }, ['uno', 'tres', 'cuatro', 'dos']],
    [{ created_from: '2026-01-01', created_to: '2099-01-01' }, ['cuatro', 'tres', 'dos', 'uno']],
    [{ created_to: '2026-01-01' }, []],
    [{ filter: { any: [{ all: [{ field: 'stage', operator: 'equal_to', values: ['CONTACTADO'] }] }] } }, ['dos']],
    [{ filter: { any: [{ all: [{ field: 'pipeline', operator: 'contains', values: ['mix'] }] }] } }, ['tres']],
  ] as [Input<'crm_list_leads'>, string[]][])
    assert.deepEqual(await list(input), expected, JSON.stringify(input))
})

test('Sorted by last activity, a record moves when something happens', async () => {
  const { items } = await act('crm_list_leads', { query: 'uno' })
  const now = new Date(Date.now() + 60_000)
  const about = { entity_type: 'lead', entity_id: items[0]!.id, body: 'Llamó' } as const
  await act('crm_add_note', about, { now })
  assert.equal((await list({ sort: '-last_activity_at' }))[0], 'uno')
  assert.equal((await list({ sort: 'last_activity_at' })).at(-1), 'uno')
})

test('Paging leaves no gap, and a cursor works only for its own list', async () => {
  const all = await list({ limit: 100 })
  for (const sort of lead_sorts) {
    const seen: string[] = []
    const whole = await list({ limit: 100, sort })
    let cursor: string | undefined
    do {
      const page = await act('crm_list_leads', { limit: 1, sort, ...(cursor && { cursor }) })
      seen.push(...page.items.map(({ name }) => name))
      cursor = page.next_cursor ?? undefined
    } while (cursor)
    assert.deepEqual(seen, whole, sort)
    assert.deepEqual(seen.toSorted(), all.toSorted(), sort)
  }
  const { next_cursor } = await act('crm_list_leads', { limit: 1 })
  const problem = await refusal(act('crm_list_leads', { limit: 1, cursor: next_cursor!, status: 'new' }))
  assert.deepEqual([problem.code, problem.status], ['invalid_cursor', 400])
})

test('Contradictory filters are refused', async () => {
  for (const [input, code] of [
    [{ stage: 'Nuevo' }, 'missing_field'],
    [{ owner: 'Ana Admin', unassigned_only: true }, 'invalid_value'],
    [{ pipeline: 'Leads', pipeline_id: sales.id }, 'invalid_value'],
    [{ pipeline: 'Leads', stage: 'Propuesta' }, 'not_found'],
    [{ pipeline: 'Leads', stage_id: sales.stages[0]!.id }, 'not_found'],
    [{ owner: 'Nadie' }, 'not_found'],
    [{ contact_id: '99999999' }, 'not_found'],
    [{ created_from: '2026-02-01', created_to: '2026-01-01' }, 'invalid_value'],
    [{ limit: 101 }, 'invalid_request'],
  ] as [Input<'crm_list_leads'>, string][])
    assert.equal((await refusal(act('crm_list_leads', input))).code, code, JSON.stringify(input))
})

test('Callers see all records, those of their team or their own', async () => {
  const other = await addAccount()
  const [mine, mate, stranger] = await Promise.all(['Mía', 'Colega', 'Ajena'].map((name) => other.addAgent(name)))
  await other.act('create_team', { name: 'Ventas', members: [mine!.user_id!, mate!.user_id!] })
  for (const [name, owner_id] of [
    ['de nadie', undefined],
    ['mío', mine!.user_id!],
    ['de colega', mate!.user_id!],
    ['ajeno', stranger!.user_id!],
  ] as const)
    await other.lead({ name, ...(owner_id && { owner_id }) })
  const seenBy = async (visibility: 'all' | 'team' | 'own') => {
    const { items } = await other.act('crm_list_leads', {}, { as: { ...mine!, visibility } })
    return items.map(({ name }) => name)
  }
  assert.deepEqual(await seenBy('all'), ['ajeno', 'de colega', 'mío', 'de nadie'])
  assert.deepEqual(await seenBy('team'), ['de colega', 'mío'])
  assert.deepEqual(await seenBy('own'), ['mío'])
})

test('Listing leads requires crm:read', async () => {
  assert.equal((await refusal(act('crm_list_leads', {}, { as: only('contacts:read') }))).code, 'permission_denied')
})

describe('With ten thousand leads', async () => {
  const { planOf } = openPlans(runtime, actor)
  let rare: { contact_id: string; owner_id: string; stage_id: string }

  before(async () => {
    const { id: contact_id } = await contact()
    const { user_id } = await addAgent('Rara')
    const pipeline = await act('create_pipeline', { name: 'Grande', kind: 'leads' })
    const [first, second] = pipeline.stages
    rare = { contact_id, owner_id: user_id!, stage_id: second!.id }
    const unlimited = await openUnlimited(runtime.database)
    await unlimited`
      insert into leads (account_id, name, currency, pipeline_id, stage_id, stage_entered_at, status, last_activity_at, created_at, updated_at, owner_id, contact_id)
      select ${actor.account.id}, 'Lead ' || n, 'COP', ${pipeline.id}, case when n % 100 = 0 then ${second!.id}::bigint else ${first!.id}::bigint end,
             now(), case when n % 200 = 0 then 'qualified' else 'new' end, now(), now() - make_interval(mins => n), now(),
             case when n % 500 = 0 then ${user_id}::bigint else ${actor.user_id}::bigint end, case when n % 500 = 0 then ${contact_id}::bigint end
        from generate_series(1, 10000) n`
    await runtime.database.work.query('vacuum analyze')
  })

  test('Each list uses its own index and reads no more than a page', async () => {
    for (const [input, index] of [
      [{}, 'leads_newest'],
      [{ pipeline: 'Grande' }, 'leads_pipeline'],
      [{ stage_id: rare.stage_id }, 'leads_stage'],
      [{ stage_id: rare.stage_id, sort: 'position' }, 'leads_board'],
      [{ sort: 'oldest' }, 'leads_newest'],
      [{ sort: 'name' }, 'leads_by_name'],
      [{ sort: '-name' }, 'leads_by_name'],
      [{ sort: 'amount' }, 'leads_by_amount'],
      [{ sort: '-amount' }, 'leads_by_amount'],
      [{ sort: 'last_activity_at' }, 'leads_by_activity'],
      [{ sort: '-last_activity_at' }, 'leads_by_activity'],
      [{ status: 'qualified' }, 'leads_status'],
      [{ owner_id: rare.owner_id }, 'leads_owner'],
      [{ contact_id: rare.contact_id }, 'leads_contact'],
    ] as [Input<'crm_list_leads'>, string][]) {
      const plan = await planOf('crm_list_leads', { ...input, limit: 10 })
      assert.deepEqual(plan.indexes('leads'), [index], `${index}: ${plan.text}`)
      assert.ok(plan.rows('leads') <= 11, `${index}: ${plan.rows('leads')} rows`)
    }
  })

  test('By stage and by owner, no more than a page of each group is read, also later', async () => {
    for (const [sort, ...indexes] of [
      ['stage', 'leads_stage'],
      // The few records without an owner are sorted.
      ['-owner', 'leads_owner', 'leads_board_owner'],
    ] as const) {
      const { next_cursor } = await act('crm_list_leads', { sort, limit: 20 })
      for (const cursor of [{}, { cursor: next_cursor! }]) {
        const plan = await planOf('crm_list_leads', { sort, limit: 20, ...cursor })
        const others = plan.indexes('leads').filter((index) => !indexes.some((each) => each === index))
        assert.deepEqual(others, [], `${sort}: ${plan.text}`)
        assert.ok(plan.rows('leads') <= 100, `${sort}: ${plan.rows('leads')} rows`)
      }
    }
  })

  test('The next page continues where the last one ended', async () => {
    const { next_cursor } = await act('crm_list_leads', { limit: 100 })
    const plan = await planOf('crm_list_leads', { limit: 100, cursor: next_cursor! })
    assert.deepEqual(plan.indexes('leads'), ['leads_newest'], plan.text)
    assert.ok(plan.rows('leads') <= 101, plan.text)
  })

  test('A caller who sees only their own records gets only those', async () => {
    const as = { ...actor, user_id: rare.owner_id, visibility: 'own' as const }
    const plan = await planOf('crm_list_leads', { limit: 10 }, -1, as)
    assert.deepEqual(plan.indexes('leads'), ['leads_owner'], plan.text)
  })
})
