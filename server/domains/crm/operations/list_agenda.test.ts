import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCrm } from '#test/crm.ts'
import { openPlans } from '#test/plan.ts'
import { refusal } from '#test/refusal.ts'

const { act, actor, lead, only, addAgent, runtime, sql } = await openCrm()
const { id: entity_id } = await lead()

const DAY = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString()
const plan = (due_at: string, more: object = {}) =>
  act('crm_schedule_activity', { entity_type: 'lead', entity_id, type: 'call', due_at, ...more })

test('The agenda lists the caller’s open activities, soonest first', async () => {
  const beto = await addAgent('Beto Díaz')
  const [later, past] = [await plan(inDays(364)), await plan(inDays(-29))]
  const soon = await plan(inDays(1), { type: 'meeting' })
  const done = await plan(inDays(2))
  await act('crm_complete_activity', { activity_id: done.id })
  await plan(inDays(366))
  await plan(inDays(-31))
  const theirs = await plan(inDays(3), { assigned_to: 'Beto Díaz' })
  await act('crm_add_note', { entity_type: 'lead', entity_id, body: 'No es nada por hacer' })
  const ids = async (as = actor) => (await act('list_agenda', {}, { as })).items.map(({ id }) => id)
  assert.deepEqual(await ids(), [past.id, soon.id, later.id])
  assert.deepEqual(await ids(beto), [theirs.id])
})

test('Listing the agenda requires crm:read', async () => {
  assert.equal((await refusal(act('list_agenda', {}, { as: only() }))).code, 'permission_denied')
})

test('The agenda is limited to a thousand and read from the assignee index', async () => {
  const sole = await addAgent('Sola')
  await sql`
    insert into activities (account_id, lead_id, type, author, assignee_id, due_at, created_at, updated_at)
    select ${actor.account.id}, ${entity_id}, 'task', '{"type":"system","id":null,"name":"x"}',
           case when n % 2 = 0 then ${sole.user_id}::bigint else ${actor.user_id}::bigint end, now() + make_interval(mins => n), now(), now()
      from generate_series(1, 4000) n`
  await runtime.database.work.query('vacuum analyze activities')
  assert.equal((await act('list_agenda', {}, { as: sole })).items.length, 1000)
  const used = await openPlans(runtime, sole).planOf('list_agenda', {})
  assert.deepEqual(used.indexes('activities'), ['activities_pending_assignee'], used.text)
  assert.ok(used.rows('activities') <= 1001, used.text)
})
