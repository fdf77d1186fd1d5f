import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { openCrm } from '#test/crm.ts'
import { openPlans } from '#test/plan.ts'
import { refusal } from '#test/refusal.ts'
import type { Input } from '#test/workspace.ts'

const { act, actor, only, lead, deal, addAgent, addAccount, runtime, sql } = await openCrm()

const list = async (input: Input<'crm_list_activities'>) =>
  (await act('crm_list_activities', input)).items.map(({ body }) => body)

test('Activities of a record or of the workspace are listed newest first', async () => {
  await addAgent('Beto')
  const [{ id: lead_id }, { id: deal_id, contact }] = [await lead(), await deal()]
  const plan = (type: 'call' | 'task', body: string, due_at: string, more: object = {}) =>
    act('crm_schedule_activity', { entity_type: 'lead', entity_id: lead_id, type, body, due_at, ...more })
  await act('crm_add_note', { entity_type: 'lead', entity_id: lead_id, body: 'nota' })
  await plan('call', 'llamar', '2030-02-01')
  await plan('task', 'enviar', '2030-01-01', { assigned_to: 'Beto' })
  await act('crm_add_note', { entity_type: 'opportunity', entity_id: deal_id, body: 'otra' })
  const done = await plan('task', 'hecho', '2030-01-15')
  await act('crm_complete_activity', { activity_id: done.id })
  const ofLead = { entity_type: 'lead', entity_id: lead_id } as const
  for (const [input, expected] of [
    [ofLead, ['hecho', 'enviar', 'llamar', 'nota']],
    [{ entity_type: 'opportunity', entity_id: deal_id }, ['otra']],
    [{}, ['hecho', 'otra', 'enviar', 'llamar', 'nota']],
    [{ entity_type: 'opportunity' }, ['otra']],
    [{ contact_id: contact!.id }, ['otra']],
    [{ type: 'note' }, ['otra', 'nota']],
    [{ owner: 'beto' }, ['enviar']],
    [{ owner: 'Ana Admin', type: 'call' }, ['llamar']],
    [{ pending_only: true }, ['enviar', 'llamar']],
    [{ ...ofLead, pending_only: true, owner: 'Ana Admin' }, ['llamar']],
    [{ due_from: '2030-01-01', due_to: '2030-01-31' }, ['hecho', 'enviar']],
    [{ pending_only: true, due_from: '2030-01-02' }, ['llamar']],
    [{ limit: 1 }, ['hecho']],
  ] as [Input<'crm_list_activities'>, string[]][])
    assert.deepEqual(await list(input), expected, JSON.stringify(input))
})

test('Paging works in both orders', async () => {
  for (const pending_only of [false, true]) {
    const all = await list({ pending_only })
    const first = await act('crm_list_activities', { pending_only, limit: 1 })
    const rest = await act('crm_list_activities', { pending_only, cursor: first.next_cursor! })
    assert.deepEqual(
      [...first.items, ...rest.items].map(({ body }) => body),
      all,
    )
  }
})

test('An entity id needs its type and must exist', async () => {
  assert.equal((await refusal(act('crm_list_activities', { entity_id: '1' }))).code, 'missing_field')
  assert.equal(
    (await refusal(act('crm_list_activities', { entity_type: 'lead', entity_id: '99999999' }))).code,
    'not_found',
  )
  assert.equal((await refusal(act('crm_list_activities', { owner: 'Nadie' }))).code, 'not_found')
  assert.equal(
    (await refusal(act('crm_list_activities', { due_from: '2030-02-01', due_to: '2030-01-01' }))).code,
    'invalid_value',
  )
})

test('Callers see activities of records they see and those assigned to them', async () => {
  const other = await addAccount()
  const own = await other.addAgent('Sola', { visibility: 'own' })
  const [mine, theirs] = [await other.lead({ owner_id: own.user_id! }), await other.lead()]
  for (const { id: entity_id } of [mine, theirs]) {
    await other.act('crm_add_note', { entity_type: 'lead', entity_id, body: entity_id === mine.id ? 'mía' : 'ajena' })
    const task = { entity_type: 'lead', entity_id, type: 'task', due_at: '2030-01-01' } as const
    await other.act('crm_schedule_activity', { ...task, assigned_to: 'Sola', body: 'tarea' })
  }
  const { items } = await other.act('crm_list_activities', {}, { as: own })
  assert.deepEqual(
    items.map(({ body }) => body),
    ['tarea', 'tarea', 'mía'],
  )
  const about = { entity_type: 'lead', entity_id: theirs.id } as const
  assert.equal((await refusal(other.act('crm_list_activities', about, { as: own }))).code, 'not_found')
})

test('Listing activities requires crm:read', async () => {
  assert.equal((await refusal(act('crm_list_activities', {}, { as: only('contacts:read') }))).code, 'permission_denied')
})

describe('With ten thousand activities', async () => {
  const { planOf } = openPlans(runtime, actor)
  let lead_id: string

  before(async () => {
    const { id: busy } = await lead()
    lead_id = (await lead()).id
    await sql`
      insert into activities (account_id, lead_id, type, body, author, assignee_id, due_at, completed_at, created_at, updated_at)
      select ${actor.account.id}, case when n % 500 = 0 then ${lead_id}::bigint else ${busy}::bigint end, 'task', 'x', '{}',
             case when n % 300 = 0 then ${actor.user_id}::bigint end, now() + make_interval(mins => n), case when n % 50 <> 0 then now() end, now() - make_interval(mins => n), now()
        from generate_series(1, 10000) n`
    await runtime.database.work.query('vacuum analyze')
  })

  test('Each list uses its own index and reads no more than a page', async () => {
    for (const [input, index] of [
      [{}, 'activities_newest'],
      [{ entity_type: 'lead', entity_id: lead_id }, 'activities_lead'],
      [{ pending_only: true }, 'activities_pending'],
      [{ pending_only: true, owner: 'Ana Admin' }, 'activities_pending_assignee'],
    ] as [Input<'crm_list_activities'>, string][]) {
      const plan = await planOf('crm_list_activities', { ...input, limit: 10 })
      assert.deepEqual(plan.indexes('activities'), [index], `${index}: ${plan.text}`)
      assert.ok(plan.rows('activities') <= 11, `${index}: ${plan.rows('activities')} rows`)
    }
  })
})
