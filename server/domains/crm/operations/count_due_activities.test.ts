import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCrm } from '#test/crm.ts'
import { openPlans } from '#test/plan.ts'
import { refusal } from '#test/refusal.ts'

const { act, actor, lead, only, addAgent, runtime, sql } = await openCrm()
const { id: entity_id } = await lead()

const due = async (as = actor) => (await act('count_due_activities', {}, { as })).due

/** Plans a call of the caller at a moment of a day, counted from today, in the time zone of the workspace. */
async function plan(days: number, time: string, more: object = {}) {
  const [{ due_at } = { due_at: '' }] = await sql<{ due_at: string }>`
    select iso((((now() at time zone time_zone)::date + ${days}::int) + ${time}::time) at time zone time_zone) as due_at
      from accounts where id = ${actor.account.id}`
  return act('crm_schedule_activity', { entity_type: 'lead', entity_id, type: 'call', due_at, ...more })
}

test('Counts the caller’s open activities that are overdue or due today', async () => {
  const beto = await addAgent('Beto Díaz')
  assert.equal(await due(), 0)
  await plan(-31, '09:00')
  await plan(-1, '09:00')
  await plan(0, '00:00')
  const today = await plan(0, '23:59')
  await plan(1, '00:00')
  await plan(0, '12:00', { assigned_to: 'Beto Díaz' })
  assert.deepEqual([await due(), await due(beto)], [3, 1])
  await act('crm_complete_activity', { activity_id: today.id })
  assert.equal(await due(), 2)
})

test('Counting due activities requires crm:read', async () => {
  assert.equal((await refusal(act('count_due_activities', {}, { as: only() }))).code, 'permission_denied')
})

test('Activities are counted up to a hundred, from the assignee index', async () => {
  const sole = await addAgent('Sola')
  await sql`
    insert into activities (account_id, lead_id, type, author, assignee_id, due_at, created_at, updated_at)
    select ${actor.account.id}, ${entity_id}, 'task', '{"type":"system","id":null,"name":"x"}',
           case when n % 2 = 0 then ${sole.user_id}::bigint else ${actor.user_id}::bigint end, now() - make_interval(mins => n), now(), now()
      from generate_series(1, 4000) n`
  await runtime.database.work.query('vacuum analyze activities')
  assert.equal(await due(sole), 100)
  const used = await openPlans(runtime, sole).planOf('count_due_activities', {})
  assert.deepEqual(used.indexes('activities'), ['activities_pending_assignee'], used.text)
  assert.ok(used.rows('activities') <= 100, used.text)
})
