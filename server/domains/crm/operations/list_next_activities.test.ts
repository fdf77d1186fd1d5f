import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCrm } from '#test/crm.ts'
import { refusal } from '#test/refusal.ts'

const { act, only, addAccount, addAgent, lead, deal } = await openCrm()

const plan = (entity_type: 'lead' | 'opportunity', entity_id: string, due_at: string) =>
  act('crm_schedule_activity', { entity_type, entity_id, type: 'call', due_at })

test('Each record has its soonest open activity, however many are pending elsewhere', async () => {
  const [a, b, c] = [await deal({ name: 'a' }), await deal({ name: 'b' }), await deal({ name: 'c' })]
  for (let day = 10; day < 28; day++) for (let i = 0; i < 6; i++) await plan('opportunity', b.id, `2030-01-${day}`)
  const overdue = await plan('opportunity', a.id, '2020-01-02')
  await plan('opportunity', a.id, '2030-01-01')
  const done = await plan('opportunity', c.id, '2030-01-01')
  await act('crm_complete_activity', { activity_id: done.id })
  const ofLead = await lead()
  await plan('lead', ofLead.id, '2030-01-01')
  const { items, next_cursor } = await act('list_next_activities', {
    entity_type: 'opportunity',
    entity_ids: [c.id, b.id, a.id, '999999', a.id],
  })
  assert.equal(next_cursor, null)
  assert.deepEqual(
    items.map(({ entity_id, due_at }) => [entity_id, due_at?.slice(0, 10)]),
    [
      [a.id, '2020-01-02'],
      [b.id, '2030-01-10'],
    ],
  )
  assert.equal(items[0]?.id, overdue.id)
  assert.deepEqual((await act('list_next_activities', { entity_type: 'lead', entity_ids: [] })).items, [])
})

test('Records of others, of other workspaces and in the bin have none', async () => {
  const { id } = await deal({ owner: 'Ana Admin' })
  await plan('opportunity', id, '2030-01-01')
  const input = { entity_type: 'opportunity' as const, entity_ids: [id] }
  assert.equal((await act('list_next_activities', input)).items.length, 1)
  const beto = await addAgent('Beto', { visibility: 'own' })
  assert.deepEqual((await act('list_next_activities', input, { as: beto })).items, [])
  assert.deepEqual((await (await addAccount()).act('list_next_activities', input)).items, [])
  await act('delete_opportunity', { opportunity_id: id })
  assert.deepEqual((await act('list_next_activities', input)).items, [])
})

test('Listing next activities takes up to 500 records and requires permission to read them', async () => {
  const many = { entity_type: 'lead' as const, entity_ids: Array.from({ length: 501 }, (_, i) => String(i + 1)) }
  assert.equal((await refusal(act('list_next_activities', many))).code, 'invalid_request')
  const one = { entity_type: 'lead' as const, entity_ids: ['1'] }
  assert.equal((await refusal(act('list_next_activities', one, { as: only('crm:write') }))).code, 'permission_denied')
})
