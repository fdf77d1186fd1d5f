import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCrm } from '#test/crm.ts'
import { refusal } from '#test/refusal.ts'

const { act, only, lead, contact, addAccount, sql } = await openCrm()

test('A renamed type shows its new name wherever its activities are', async () => {
  const { id: activity_type_id } = await act('create_activity_type', { name: 'Visita' })
  const { id: contact_id } = await contact()
  const planned = await act('crm_schedule_activity', { contact_id, type: 'Visita', due_at: '2099-01-31' })
  const renamed = await act('update_activity_type', { activity_type_id, name: 'Recorrido', icon: 'house' })
  assert.deepEqual([renamed.name, renamed.icon, renamed.in_use], ['Recorrido', 'house', true])
  const [listed] = (await act('crm_list_activities', { contact_id })).items
  const [entry] = (await act('get_contact_timeline', { contact_id, kinds: ['activity'] })).items
  assert.deepEqual([listed?.id, listed?.type, entry?.activity?.type], [planned.id, 'Recorrido', 'Recorrido'])
  const done = await act('crm_complete_activity', { activity_id: planned.id })
  assert.deepEqual([done.type, done.done], ['Recorrido', true])
  assert.equal((await act('reopen_activity', { activity_id: planned.id })).done, false)
  const moved = await act('update_activity', { activity_id: planned.id, due_at: '2099-02-01', duration_minutes: 20 })
  assert.equal(moved.duration_minutes, 20)
})

test('An archived type is no longer accepted for new activities; those that have it can still be found', async () => {
  const { id: activity_type_id } = await act('create_activity_type', { name: 'Feria' })
  const { id: entity_id } = await lead()
  const input = { entity_type: 'lead', entity_id, type: 'Feria', due_at: '2099-01-31' } as const
  const planned = await act('crm_schedule_activity', input)
  assert.equal((await act('update_activity_type', { activity_type_id, archived: true })).archived, true)
  const problem = await refusal(act('crm_schedule_activity', input))
  assert.equal(problem.code, 'invalid_value')
  assert.doesNotMatch(problem.message, /one of:.*Feria/)
  assert.equal((await act('crm_list_activities', { type: 'Feria' })).items[0]?.id, planned.id)
  await act('update_activity_type', { activity_type_id, archived: false })
  assert.equal((await act('crm_schedule_activity', input)).type, 'Feria')
})

test('Activities of the workspace’s types move with a conversion and count as business context', async () => {
  await act('create_activity_type', { name: 'Demostración' })
  const { id: contact_id } = await contact()
  const { id: lead_id } = await lead({ contact_id })
  const input = { entity_type: 'lead', entity_id: lead_id, type: 'Demostración', due_at: '2099-01-31' } as const
  const planned = await act('crm_schedule_activity', input)
  await act('crm_convert_lead', { lead_id, expected_close_date: '2099-06-30' })
  const [row] = await sql<{ opportunity_id: string }>`select opportunity_id from activities where id = ${planned.id}`
  const { opportunity } = await act('crm_get_lead', { lead_id })
  assert.equal(row!.opportunity_id, opportunity!.id)
})

test('Only changes are stored, and a wrong name changes nothing', async () => {
  const made = await act('create_activity_type', { name: 'Peritaje', duration_minutes: 30 })
  const activity_type_id = made.id
  assert.deepEqual(await act('update_activity_type', { activity_type_id, name: 'Peritaje', archived: false }), made)
  assert.equal((await act('update_activity_type', { activity_type_id, duration_minutes: null })).duration_minutes, null)
  await act('create_activity_type', { name: 'Inventario' })
  for (const [name, code] of [
    ['inventario', 'duplicate_value'],
    ['Meeting', 'invalid_value'],
    [' ', 'missing_field'],
  ] as const)
    assert.equal((await refusal(act('update_activity_type', { activity_type_id, name }))).code, code)
  const names = (await act('list_activity_types', {})).items.map(({ name }) => name)
  assert.ok(names.includes('Peritaje'))
})

test('Changing an activity type requires workspace:setup, and finds no type of another workspace', async () => {
  const { id: activity_type_id } = await act('create_activity_type', { name: 'Ajena' })
  const other = await addAccount()
  assert.equal((await refusal(other.act('update_activity_type', { activity_type_id, name: 'x' }))).code, 'not_found')
  const as = only('crm:write')
  assert.equal(
    (await refusal(act('update_activity_type', { activity_type_id, name: 'x' }, { as }))).code,
    'permission_denied',
  )
})
