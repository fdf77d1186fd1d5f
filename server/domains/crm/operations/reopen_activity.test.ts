import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emitDueActivities } from '#domains/crm/activities/due-timer.ts'
import { openCrm } from '#test/crm.ts'
import { refusal } from '#test/refusal.ts'

const { act, events, only, lead, contact, addAgent, addAccount, runtime, sql } = await openCrm()

async function completed(more: object = {}) {
  const { id: entity_id } = await lead({ owner: 'Ana Admin' })
  const planned = { entity_type: 'lead', entity_id, type: 'task', due_at: '2099-01-31', ...more } as const
  const { id: activity_id } = await act('crm_schedule_activity', planned)
  return act('crm_complete_activity', { activity_id })
}
const reminderOf = async (id: string) =>
  (await sql<{ remind_at: string | null }>`select remind_at from activities where id = ${id}`)[0]!.remind_at

test('A reopened activity is pending again, and its event contains the change', async () => {
  const done = await completed()
  const open = await act('reopen_activity', { activity_id: done.id })
  assert.deepEqual([open.done, open.completed_at, open.completed_by], [false, null, null])
  const about = { entity_type: 'lead', entity_id: done.entity_id } as const
  assert.deepEqual((await act('crm_list_activities', { ...about, pending_only: true })).items, [open])
  const event = (await events()).at(-1)!
  assert.equal(event.name, 'activity.updated')
  assert.deepEqual(event.payload, {
    activity: open,
    changes: {
      done: { from: true, to: false },
      completed_at: { from: done.completed_at, to: null },
      completed_by: { from: done.completed_by, to: null },
    },
  })
  assert.equal((await act('crm_complete_activity', { activity_id: done.id })).done, true)
})

test('The assignee is reminded of it if it is due later, and not again if that has passed', async () => {
  const [later, past] = [await completed(), await completed({ due_at: '2026-01-01' })]
  for (const { id } of [later, past]) await act('reopen_activity', { activity_id: id })
  assert.equal(await reminderOf(later.id), later.due_at)
  assert.equal(await reminderOf(past.id), null)
  await emitDueActivities(runtime)
  assert.equal((await events()).filter(({ name }) => name === 'activity.due').length, 0)
})

test('Open activities and notes cannot be reopened, and one call of many succeeds', async () => {
  const { id: activity_id, entity_id } = await completed()
  const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => act('reopen_activity', { activity_id })))
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
  const note = await act('crm_add_note', { entity_type: 'lead', entity_id, body: 'x' })
  for (const id of [activity_id, note.id]) {
    const problem = await refusal(act('reopen_activity', { activity_id: id }))
    assert.deepEqual([problem.code, problem.extra.errors?.[0]?.field], ['invalid_state', 'activity_id'])
  }
})

test('An activity of a contact is reopened, and only by those who see it', async () => {
  const { id: contact_id } = await contact()
  const planned = await act('crm_schedule_activity', { contact_id, type: 'call', due_at: '2099-01-31' })
  await act('crm_complete_activity', { activity_id: planned.id })
  assert.equal((await act('reopen_activity', { activity_id: planned.id })).entity_type, 'contact')
  const stranger = await addAgent('Ajena', { visibility: 'own' })
  const other = await addAccount()
  const { id: activity_id } = await completed()
  for (const as of [stranger, other.actor])
    assert.equal((await refusal(act('reopen_activity', { activity_id }, { as }))).code, 'not_found')
})

test('Reopening an activity requires crm:write', async () => {
  const { id: activity_id } = await completed()
  assert.equal(
    (await refusal(act('reopen_activity', { activity_id }, { as: only('crm:read') }))).code,
    'permission_denied',
  )
})
