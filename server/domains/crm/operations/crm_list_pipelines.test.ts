import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAccount } from '#domains/access/setup/provision.ts'
import { refusal } from '#test/refusal.ts'
import { openCrm } from '#test/crm.ts'

const { act, sql, runtime, only } = await openCrm()

test('A new workspace has a default pipeline for leads and one for opportunities, with stages', async () => {
  const { items, next_cursor } = await act('crm_list_pipelines', {})
  assert.equal(next_cursor, null)
  assert.deepEqual(
    items.map(({ name, kind, is_default, default_currency }) => [name, kind, is_default, default_currency]),
    [
      ['Leads', 'leads', true, 'COP'],
      ['Ventas', 'opportunities', true, 'COP'],
    ],
  )
  const stages = items.map((each) =>
    each.stages.map(({ name, type, order, probability }) => [name, type, order, probability]),
  )
  assert.deepEqual(stages, [
    [
      ['Nuevo', 'open', 1, 10],
      ['Contactado', 'open', 2, 25],
      ['En calificación', 'open', 3, 40],
      ['Calificado', 'won', 4, 100],
      ['Descartado', 'lost', 5, 0],
    ],
    [
      ['Nuevo', 'open', 1, 10],
      ['Contactado', 'open', 2, 25],
      ['Calificado', 'open', 3, 40],
      ['Propuesta', 'open', 4, 60],
      ['Negociación', 'open', 5, 80],
      ['Ganado', 'won', 6, 100],
      ['Perdido', 'lost', 7, 0],
    ],
  ])
})

test('Pipelines can be filtered by kind', async () => {
  const { items } = await act('crm_list_pipelines', { kind: 'opportunities' })
  assert.deepEqual(
    items.map(({ name }) => name),
    ['Ventas'],
  )
  assert.deepEqual((await act('crm_list_pipelines', { kind: 'mixed' })).items, [])
})

test('An English workspace has English names and its own currency', async () => {
  const account = await createAccount(sql, runtime.secret, { name: 'Test', locale: 'en', default_currency: 'USD' })
  const rows = await sql<{ name: string; default_currency: string; stages: string[] }>`
    select p.name, p.default_currency, array(select s.name from stages s where s.account_id = p.account_id and s.pipeline_id = p.id order by s."order") as stages
      from pipelines p where p.account_id = ${account.id} order by p.id`
  assert.deepEqual(rows, [
    { name: 'Leads', default_currency: 'USD', stages: ['New', 'Contacted', 'Qualifying', 'Qualified', 'Discarded'] },
    {
      name: 'Sales',
      default_currency: 'USD',
      stages: ['New', 'Contacted', 'Qualified', 'Proposal', 'Negotiation', 'Won', 'Lost'],
    },
  ])
  const [reason] = await sql`select name from lost_reasons where account_id = ${account.id} order by id`
  assert.equal(reason!.name, 'Price over budget')
})

test('Deleting a workspace deletes its pipelines', async () => {
  const account = await createAccount(sql, runtime.secret, { name: 'Fugaz' })
  await sql`
    insert into leads (account_id, name, currency, pipeline_id, stage_id, stage_entered_at, status, last_activity_at, created_at, updated_at)
    select account_id, 'x', 'COP', pipeline_id, id, now(), 'new', now(), now(), now() from stages where account_id = ${account.id}`
  await sql`delete from accounts where id = ${account.id}`
  assert.deepEqual(await sql`select from leads where account_id = ${account.id}`, [])
})

test('Listing pipelines requires crm:read', async () => {
  const problem = await refusal(act('crm_list_pipelines', {}, { as: only('contacts:read') }))
  assert.equal(problem.code, 'permission_denied')
})
