import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCrm } from '#test/crm.ts'
import { refusal } from '#test/refusal.ts'

const { act, events, only, lead, addAgent, timeline } = await openCrm()

async function planned(more: object = {}) {
  const { id: entity_id } = await lead({ owner: 'Ana Admin' })
  return act('crm_schedule_activity', { entity_type: 'lead', entity_id, type: 'task', due_at: '2030-01-31', ...more })
}

test('A completed activity shows when and by whom, and is no longer pending', async () => {
  const { id: activity_id, entity_id } = await planned()
  const done = await act('crm_complete_activity', { activity_id })
  assert.deepEqual([done.done, done.completed_by?.name], [true, 'Ana Admin'])
  assert.ok(done.completed_at)
  const event = (await events()).at(-1)!
  assert.deepEqual([event.name, event.payload], ['activity.completed', { activity: done }])
  const about = { entity_type: 'lead', entity_id } as const
  assert.deepEqual((await act('crm_list_activities', { ...about, pending_only: true })).items, [])
})

test('An activity is completed once, even by concurrent calls', async () => {
  const { id: activity_id } = await planned()
  const outcomes = await Promise.allSettled(
    Array.from({ length: 10 }, () => act('crm_complete_activity', { activity_id })),
  )
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
  const problem = await refusal(act('crm_complete_activity', { activity_id }))
  assert.deepEqual([problem.code, problem.status], ['invalid_state', 409])
  assert.match(problem.message, /already completed at/)
})

test('Notes and recorded changes cannot be completed', async () => {
  const { id: entity_id } = await lead()
  const note = await act('crm_add_note', { entity_type: 'lead', entity_id, body: 'x' })
  await act('crm_update_lead', { lead_id: entity_id, name: 'Otro' })
  const [change] = await timeline('lead', entity_id)
  for (const { id: activity_id } of [note, change!]) {
    const problem = await refusal(act('crm_complete_activity', { activity_id }))
    assert.equal(problem.code, 'invalid_state')
  }
})

test('The assignee may complete an activity of another’s record; others do not see it', async () => {
  const [doer, other] = [await addAgent('Hace', { visibility: 'own' }), await addAgent('Otra', { visibility: 'own' })]
  const { id: activity_id } = await planned({ assigned_to: 'Hace' })
  assert.equal((await refusal(act('crm_complete_activity', { activity_id }, { as: other }))).code, 'not_found')
  assert.equal((await act('crm_complete_activity', { activity_id }, { as: doer })).done, true)
})

test('Completing an activity requires crm:write', async () => {
  const { id: activity_id } = await planned()
  assert.equal(
    (await refusal(act('crm_complete_activity', { activity_id }, { as: only('crm:read') }))).code,
    'permission_denied',
  )
})
