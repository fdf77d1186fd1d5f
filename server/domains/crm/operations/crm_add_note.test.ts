import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCrm } from '#test/crm.ts'
import { refusal } from '#test/refusal.ts'

const { act, actor, events, only, lead, deal, timeline, addAgent } = await openCrm()

test('A note appears on the timeline with its author, and an event is emitted', async () => {
  for (const [entity_type, { id: entity_id, name }] of [
    ['lead', await lead()],
    ['opportunity', await deal()],
  ] as const) {
    const note = await act('crm_add_note', { entity_type, entity_id, body: ' Pidió planos \n y precio ' })
    assert.deepEqual(
      [note.type, note.body, note.author.name, note.done],
      ['note', 'Pidió planos \n y precio', 'Ana Admin', false],
    )
    assert.deepEqual([note.entity_type, note.entity_id, note.entity.name], [entity_type, entity_id, name])
    assert.deepEqual([note.assignee?.id, note.due_at, note.changes], [actor.user_id, null, null])
    assert.deepEqual((await events()).at(-1), {
      ...(await events()).at(-1),
      name: 'activity.created',
      payload: { activity: note },
    })
    assert.deepEqual(await timeline(entity_type, entity_id), [note])
  }
})

test('A note needs text and a visible record', async () => {
  const { id: entity_id } = await lead({ owner: 'Ana Admin' })
  assert.equal(
    (await refusal(act('crm_add_note', { entity_type: 'lead', entity_id, body: '  ' }))).code,
    'missing_field',
  )
  const missing = await refusal(act('crm_add_note', { entity_type: 'opportunity', entity_id, body: 'x' }))
  assert.deepEqual([missing.code, missing.extra.errors?.[0]?.field], ['not_found', 'entity_id'])
  const as = await addAgent('Sola', { visibility: 'own' })
  assert.equal(
    (await refusal(act('crm_add_note', { entity_type: 'lead', entity_id, body: 'x' }, { as }))).code,
    'not_found',
  )
})

test('Adding a note requires crm:write', async () => {
  const { id: entity_id } = await lead()
  const problem = await refusal(
    act('crm_add_note', { entity_type: 'lead', entity_id, body: 'x' }, { as: only('crm:read') }),
  )
  assert.equal(problem.code, 'permission_denied')
})

test('A note added during a merge moves along or is refused, and is never lost', async () => {
  for (let round = 0; round < 10; round++) {
    const [kept, other] = [await lead(), await lead()]
    const note = { entity_type: 'lead', entity_id: other.id } as const
    const [, noting, planning] = await Promise.allSettled([
      act('merge_leads', { lead_id: kept.id, other_lead_id: other.id }),
      act('crm_add_note', { ...note, body: 'Llamó' }),
      act('crm_schedule_activity', { ...note, type: 'call', due_at: '2030-01-31' }),
    ])
    const there = new Set((await timeline('lead', kept.id)).map(({ id }) => id))
    for (const each of [noting, planning]) {
      if (each.status === 'fulfilled') assert.ok(there.has(each.value.id))
      else assert.equal(each.reason.code, 'not_found')
    }
  }
})
