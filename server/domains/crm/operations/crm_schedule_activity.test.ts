import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadSystemActor } from '#kernel/system-actor.ts'
import { openCrm } from '#test/crm.ts'
import { refusal } from '#test/refusal.ts'

const { act, actor, events, only, lead, deal, addAgent, sql } = await openCrm()

test('A call, meeting or task is assigned to its creator or to the given agent', async () => {
  const beto = await addAgent('Beto')
  const { id: entity_id } = await deal()
  const about = { entity_type: 'opportunity', entity_id } as const
  const call = await act('crm_schedule_activity', { ...about, type: 'call', due_at: '2030-01-31T09:00:00-05:00' })
  assert.deepEqual(
    [call.due_at, call.assignee?.id, call.done, call.body],
    ['2030-01-31T14:00:00.000Z', actor.user_id, false, null],
  )
  assert.equal((await events()).at(-1)?.name, 'activity.created')
  const task = await act('crm_schedule_activity', {
    ...about,
    type: 'task',
    due_at: '2030-01-31',
    body: 'Enviar promesa',
    assigned_to: 'beto',
  })
  assert.deepEqual(
    [task.due_at, task.assignee?.id, task.body],
    ['2030-01-31T12:00:00.000Z', beto.user_id, 'Enviar promesa'],
  )
})

test('An activity scheduled by a rule is assigned to the owner', async () => {
  const { id: entity_id } = await lead({ owner: 'Ana Admin' })
  const as = await loadSystemActor(sql, actor.account.id, { type: 'automation', id: '1', name: 'Regla' })
  const about = { entity_type: 'lead', entity_id, type: 'meeting', due_at: '2030-01-31' } as const
  const planned = await act('crm_schedule_activity', about, { as })
  assert.deepEqual([planned.assignee?.id, planned.author.type], [actor.user_id, 'automation'])
})

test('Invalid due dates, types and records are refused', async () => {
  const { id: entity_id } = await lead()
  const plan = (more: object) =>
    refusal(
      act('crm_schedule_activity', {
        entity_type: 'lead',
        entity_id,
        type: 'call',
        due_at: '2030-01-31',
        ...more,
      } as never),
    )
  for (const due_at of ['mañana', '2030-02-30', '', '2030-01-31T25:00'])
    assert.equal((await plan({ due_at })).code, 'invalid_request', due_at)
  assert.equal((await plan({ due_at: undefined })).code, 'missing_field')
  assert.equal((await plan({ type: 'note' })).code, 'invalid_value')
  assert.equal((await plan({ entity_id: '99999999' })).code, 'not_found')
  assert.equal((await plan({ assigned_to: 'Nadie' })).code, 'not_found')
})

test('Scheduling an activity requires crm:write', async () => {
  const { id: entity_id } = await lead()
  const about = { entity_type: 'lead', entity_id, type: 'call', due_at: '2030-01-31' } as const
  assert.equal((await refusal(act('crm_schedule_activity', about, { as: only('crm:read') }))).code, 'permission_denied')
})
