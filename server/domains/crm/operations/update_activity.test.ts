import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCrm } from '#test/crm.ts'
import { refusal } from '#test/refusal.ts'

const { act, events, only, lead, addAgent, timeline } = await openCrm()

async function planned() {
  const { id: entity_id } = await lead()
  return act('crm_schedule_activity', { entity_type: 'lead', entity_id, type: 'task', due_at: '2030-01-31' })
}

test('what is planned gets another text, moment or agent, and that is told', async () => {
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

test('what is done keeps its moment, and the timeline what it noted by itself', async () => {
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

test('a note goes on saying something, and stays with who wrote it; what is done stays with who did it', async () => {
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

test('it needs the right to write in the CRM', async () => {
  const { id: activity_id } = await planned()
  const problem = await refusal(act('update_activity', { activity_id, body: 'x' }, { as: only('crm:read') }))
  assert.equal(problem.code, 'permission_denied')
})
