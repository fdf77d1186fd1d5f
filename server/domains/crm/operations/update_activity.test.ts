import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCrm } from '#test/crm.ts'
import { refusal } from '#test/refusal.ts'

const { act, events, only, lead, addAgent, timeline } = await openCrm()

async function planned() {
  const { id: entity_id } = await lead()
  return act('crm_schedule_activity', { entity_type: 'lead', entity_id, type: 'task', due_at: '2030-01-31' })
}

test('Text, due time and assignee of an open activity can change, with an event', async () => {
  const beto = await addAgent('Beto')
  const { id: activity_id } = await planned()
  const after = await act('update_activity', { activity_id, body: 'Otra', due_at: '2031-01-31', assigned_to: 'Beto' })
  assert.deepEqual([after.body, after.due_at, after.assignee?.id], ['Otra', '2031-01-31T12:00:00.000Z', beto.user_id])
  const event = (await events()).at(-1)!
  assert.equal(event.name, 'activity.updated')
  assert.deepEqual(Object.keys((event.payload as unknown as { changes: object }).changes).toSorted(), [
    'assignee',
    'body',
    'due_at',
  ])
  const known = await events()
  await act('update_activity', { activity_id, body: 'Otra', assigned_to: beto.user_id! })
  assert.deepEqual(await events(), known)
})

test('The duration of an open activity can be set, changed and removed', async () => {
  const { id: entity_id } = await lead()
  const fields = { entity_type: 'lead', entity_id, type: 'meeting', due_at: '2030-01-31T14:00:00Z' } as const
  const made = await act('crm_schedule_activity', { ...fields, duration_minutes: 45 })
  assert.equal(made.duration_minutes, 45)
  const longer = await act('update_activity', { activity_id: made.id, duration_minutes: 90 })
  assert.equal(longer.duration_minutes, 90)
  const { changes } = (await events()).at(-1)!.payload as unknown as { changes: object }
  assert.deepEqual(changes, { duration_minutes: { from: 45, to: 90 } })
  const open = await act('update_activity', { activity_id: made.id, duration_minutes: null })
  assert.equal(open.duration_minutes, null)
  for (const duration_minutes of [0, 1441, 1.5])
    assert.equal((await refusal(act('crm_schedule_activity', { ...fields, duration_minutes }))).code, 'invalid_request')
  const note = await act('crm_add_note', { entity_type: 'lead', entity_id, body: 'Hola' })
  assert.equal(
    (await refusal(act('update_activity', { activity_id: note.id, duration_minutes: 5 }))).code,
    'invalid_value',
  )
})

test('Completed activities keep their due time, and recorded changes cannot be edited', async () => {
  const { id: activity_id, entity_id } = await planned()
  await act('crm_complete_activity', { activity_id })
  assert.equal((await refusal(act('update_activity', { activity_id, due_at: '2031-01-31' }))).code, 'invalid_state')
  await act('crm_update_lead', { lead_id: entity_id, name: 'Otro' })
  const [change] = await timeline('lead', entity_id)
  assert.equal((await refusal(act('update_activity', { activity_id: change!.id, body: 'x' }))).code, 'invalid_state')
  const note = await act('crm_add_note', { entity_type: 'lead', entity_id, body: 'x' })
  assert.equal((await act('update_activity', { activity_id: note.id, body: 'y' })).body, 'y')
  assert.equal(
    (await refusal(act('update_activity', { activity_id: note.id, due_at: '2031-01-31' }))).code,
    'invalid_value',
  )
})

test('A note cannot be emptied or reassigned, and a completed activity keeps its assignee', async () => {
  const { id: activity_id, entity_id } = await planned()
  const beto = await addAgent('Clara')
  const note = await act('crm_add_note', { entity_type: 'lead', entity_id, body: 'x' })
  for (const [patch, code, field] of [
    [{ body: ' ' }, 'missing_field', 'body'],
    [{ body: null }, 'missing_field', 'body'],
    [{ assigned_to: beto.user_id! }, 'invalid_value', 'assigned_to'],
  ] as const) {
    const problem = await refusal(act('update_activity', { activity_id: note.id, ...patch }))
    assert.deepEqual([problem.code, problem.extra.errors?.[0]?.field], [code, field])
  }
  assert.equal((await act('update_activity', { activity_id, body: '' })).body, null)
  await act('crm_complete_activity', { activity_id })
  const done = await refusal(act('update_activity', { activity_id, assigned_to: beto.user_id! }))
  assert.equal(done.code, 'invalid_state')
  assert.equal((await act('update_activity', { activity_id, body: 'Contestó' })).body, 'Contestó')
})

test('Changing an activity requires crm:write', async () => {
  const { id: activity_id } = await planned()
  const problem = await refusal(act('update_activity', { activity_id, body: 'x' }, { as: only('crm:read') }))
  assert.equal(problem.code, 'permission_denied')
})
