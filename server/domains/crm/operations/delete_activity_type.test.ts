import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCrm } from '#test/crm.ts'
import { refusal } from '#test/refusal.ts'

const { act, only, lead } = await openCrm()

test('A type that no activity has is deleted', async () => {
  const { id: activity_type_id } = await act('create_activity_type', { name: 'Visita' })
  const as = only('crm:write')
  assert.equal((await refusal(act('delete_activity_type', { activity_type_id }, { as }))).code, 'permission_denied')
  assert.deepEqual(await act('delete_activity_type', { activity_type_id }), { id: activity_type_id, deleted: true })
  assert.deepEqual((await act('list_activity_types', {})).items, [])
  assert.equal((await refusal(act('delete_activity_type', { activity_type_id }))).code, 'not_found')
})

test('A type in use is refused, and stays', async () => {
  const { id: activity_type_id } = await act('create_activity_type', { name: 'Entrega' })
  const { id: entity_id } = await lead()
  await act('crm_schedule_activity', { entity_type: 'lead', entity_id, type: 'Entrega', due_at: '2099-01-31' })
  const problem = await refusal(act('delete_activity_type', { activity_type_id }))
  assert.equal(problem.code, 'invalid_state')
  assert.match(problem.message, /archive it instead/)
  const [kept] = (await act('list_activity_types', {})).items
  assert.deepEqual([kept?.id, kept?.in_use], [activity_type_id, true])
})

test('Deleting a type while an activity of it is scheduled leaves no activity without its type', async () => {
  const { id: entity_id } = await lead()
  for (let i = 0; i < 5; i++) {
    const { id: activity_type_id } = await act('create_activity_type', { name: `Carrera ${i}` })
    const input = { entity_type: 'lead', entity_id, type: activity_type_id, due_at: '2099-01-31' } as const
    const outcomes = await Promise.allSettled([
      act('crm_schedule_activity', input),
      act('delete_activity_type', { activity_type_id }),
    ])
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') assert.ok(outcome.reason.status < 500, String(outcome.reason))
  }
})
