import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextActivityDue, emitDueActivities } from './due-timer.ts'
import { openCrm } from '#test/crm.ts'
import { openPlans } from '#test/plan.ts'

const { act, actor, events, lead, runtime, sql, addAccount } = await openCrm()

const { id: entity_id } = await lead()
const schedule = (due_at: string) =>
  act('crm_schedule_activity', { entity_type: 'lead', entity_id, type: 'call', due_at })
const announced = async () =>
  (await events())
    .filter(({ name }) => name === 'activity.due')
    .map(({ payload }) => (payload as unknown as { activity: { id: string } }).activity.id)

test('A due activity is announced once, even by concurrent nodes', async () => {
  const other = await addAccount()
  const theirs = await other.lead()
  await other.act('crm_schedule_activity', {
    entity_type: 'lead',
    entity_id: theirs.id,
    type: 'task',
    due_at: '2026-01-01',
  })
  const due = await Promise.all(Array.from({ length: 5 }, () => schedule('2026-01-01')))
  await schedule('2099-01-01')
  await Promise.all(Array.from({ length: 4 }, () => emitDueActivities(runtime)))
  await emitDueActivities(runtime)
  assert.deepEqual((await announced()).toSorted(), due.map(({ id }) => id).toSorted())
  assert.deepEqual((await events()).at(-1)?.actor, { type: 'system', id: null, name: 'Hilo' })
  assert.equal((await other.events()).at(-1)?.name, 'activity.due')
  assert.deepEqual(await sql<{ at: string | null }>`${nextActivityDue}`, [{ at: '2099-01-01T12:00:00.000Z' }])
})

test('A completed activity is not announced, and a rescheduled one is announced again', async () => {
  const before = await announced()
  const [done, moved] = [await schedule('2026-01-01'), await schedule('2026-01-01')]
  await act('crm_complete_activity', { activity_id: done.id })
  await emitDueActivities(runtime)
  await act('update_activity', { activity_id: moved.id, due_at: '2026-02-01' })
  await emitDueActivities(runtime)
  assert.deepEqual((await announced()).slice(before.length), [moved.id, moved.id])
})

test('The next due activity is read from an index', async () => {
  const { planWhile } = openPlans(runtime, actor)
  await sql`
    insert into activities (account_id, lead_id, type, author, due_at, created_at, updated_at)
    select ${actor.account.id}, ${entity_id}, 'task', '{}', now(), now(), now() from generate_series(1, 2000)`
  await runtime.database.work.query('vacuum analyze activities')
  const used = await planWhile((ctx) => ctx.sql`${nextActivityDue}`)
  assert.deepEqual(used.indexes('activities'), ['activities_remind'], used.text)
  assert.ok(used.rows('activities') <= 1, used.text)
})
