import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCrm } from '#test/crm.ts'
import { openPlans } from '#test/plan.ts'
import { refusal } from '#test/refusal.ts'

const { act, actor, only, lead, deal, leads, addAgent, addAccount, sql, runtime } = await openCrm()

const at = (minute: number) => ({ now: new Date(Date.UTC(2026, 5, 1, 12, minute)) })

test('The bin shows deleted records with author and expiry, latest first', async () => {
  const [a, b] = [await lead({ estimated_value: 5, owner: 'Ana Admin' }), await deal({ amount: 7 })]
  await act('delete_lead', { lead_id: a.id }, at(1))
  await act('delete_opportunity', { opportunity_id: b.id }, at(2))
  const { items, next_cursor } = await act('list_bin', {})
  assert.equal(next_cursor, null)
  assert.deepEqual(items[1], {
    entity_type: 'lead',
    id: a.id,
    name: a.name,
    amount: 5,
    currency: 'COP',
    status: 'new',
    owner: a.owner,
    contact: null,
    pipeline: a.pipeline,
    stage: a.stage,
    merged_into: null,
    deleted_at: '2026-06-01T12:01:00.000Z',
    deleted_by: { type: 'user', id: actor.id, name: 'Ana Admin' },
    expires_at: '2026-07-01T12:01:00.000Z',
  })
  assert.deepEqual([items[0]!.entity_type, items[0]!.id, items[0]!.amount], ['opportunity', b.id, 7])
  const only = await act('list_bin', { entity_type: 'opportunity' })
  assert.deepEqual(
    only.items.map(({ id }) => id),
    [b.id],
  )
  await act('restore_lead', { lead_id: a.id })
  await act('restore_opportunity', { opportunity_id: b.id })
  assert.deepEqual((await act('list_bin', {})).items, [])
})

test('Paging leaves no gap even if records were deleted at the same moment', async () => {
  const wanted = []
  for (let i = 0; i < 4; i++) {
    const [a, b] = [await lead(), await deal()]
    await act('delete_lead', { lead_id: a.id }, at(i >> 1))
    await act('delete_opportunity', { opportunity_id: b.id }, at(i >> 1))
    wanted.push(`lead ${a.id}`, `opportunity ${b.id}`)
  }
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await act('list_bin', { limit: 3, ...(cursor && { cursor }) })
    seen.push(...page.items.map(({ entity_type, id }) => `${entity_type} ${id}`))
    cursor = page.next_cursor ?? undefined
  } while (cursor)
  assert.equal(new Set(seen).size, seen.length)
  assert.deepEqual(seen.toSorted(), wanted.toSorted())
})

test('The bin shows only records the caller may see, of their workspace', async () => {
  const beto = await addAgent('Beto', { visibility: 'own' })
  const [own, others] = [await lead({ owner: 'Beto' }), await lead()]
  for (const { id: lead_id } of [own, others]) await act('delete_lead', { lead_id })
  const { items } = await act('list_bin', { entity_type: 'lead' }, { as: beto })
  assert.deepEqual(
    items.map(({ id }) => id),
    [own.id],
  )
  assert.deepEqual((await (await addAccount()).act('list_bin', {})).items, [])
  assert.equal((await refusal(act('list_bin', {}, { as: only('contacts:read') }))).code, 'permission_denied')
})

test('The bin is read from its own index, whatever the size of the workspace', async () => {
  const other = await addAccount()
  for (const [account_id, { id, stages }, deleted] of [
    [actor.account.id, leads, false],
    [other.actor.account.id, other.leads, true],
  ] as const)
    await sql`
      insert into leads (account_id, name, currency, pipeline_id, stage_id, stage_entered_at, status, last_activity_at, created_at, updated_at,
                         deleted_at, deleted_by)
      select ${account_id}, 'x', 'COP', ${id}, ${stages[0]!.id}, now(), 'new', now(), now(), now(),
             case when ${deleted} then now() end, case when ${deleted} then '{}'::jsonb end from generate_series(1, 3000)`
  await runtime.database.work.query('vacuum analyze leads')
  const used = await openPlans(runtime, actor).planOf('list_bin', { entity_type: 'lead', limit: 2 })
  assert.deepEqual(used.indexes('leads'), ['leads_bin'], used.text)
  assert.ok(used.rows('leads') < 20, used.text)
})
