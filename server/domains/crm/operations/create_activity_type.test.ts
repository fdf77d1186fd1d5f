import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { activity_types, scheduled_types } from '#contract/records/crm.ts'
import { openCrm } from '#test/crm.ts'
import { refusal } from '#test/refusal.ts'

const { act, only, lead, addAccount } = await openCrm()
const { id: entity_id } = await lead()
const plan = (type: string, more: object = {}) =>
  act('crm_schedule_activity', { entity_type: 'lead', entity_id, type, due_at: '2099-01-31', ...more })

test('A new type can be used at once, by its name in any case or by its id', async () => {
  const visit = await act('create_activity_type', { name: ' Visita técnica ', icon: 'map_pin', duration_minutes: 90 })
  const { id, created_at, updated_at, ...fields } = visit
  assert.deepEqual(fields, {
    name: 'Visita técnica',
    icon: 'map_pin',
    duration_minutes: 90,
    archived: false,
    in_use: false,
  })
  assert.equal(created_at, updated_at)
  for (const type of ['Visita técnica', 'visita TÉCNICA', 'visita tecnica', id]) {
    const planned = await plan(type)
    assert.deepEqual([planned.type, planned.duration_minutes], ['Visita técnica', 90])
  }
  assert.equal((await plan(id, { duration_minutes: 15 })).duration_minutes, 15)
  const { items } = await act('crm_list_activities', { type: 'visita tecnica', pending_only: true })
  assert.deepEqual([...new Set(items.map(({ type }) => type))], ['Visita técnica'])
  assert.equal(items.length, 5)
})

test('An unknown type is refused with the names of the valid ones', async () => {
  await act('create_activity_type', { name: 'Entrega' })
  const problem = await refusal(plan('Fiesta'))
  assert.deepEqual([problem.code, problem.extra.errors?.[0]?.field], ['invalid_value', 'type'])
  assert.match(problem.message, /"Fiesta" .*use one of: call, meeting, task, Entrega, Visita técnica\./)
  const listing = await refusal(act('crm_list_activities', { type: 'Fiesta' }))
  assert.match(listing.message, /note, call, meeting, task, email, stage_change, field_change, Entrega/)
  for (const type of ['note', 'email', 'stage_change', 'custom'])
    assert.equal((await refusal(plan(type))).code, 'invalid_value', type)
})

test('Any name works except an empty, a long, a taken or a built-in one', async () => {
  const other = await addAccount()
  const about = { entity_type: 'lead', entity_id: (await other.lead()).id, due_at: '2099-01-31' } as const
  const used = new Set<string>()
  const name = fc.oneof(
    fc.string({ maxLength: 70 }),
    fc.constantFrom(...activity_types, ' Call ', 'TASK', 'Día de campo', '12', '%_', "'; drop table"),
  )
  await fc.assert(
    fc.asyncProperty(name, async (given) => {
      const trimmed = given.trim()
      const made = await other.act('create_activity_type', { name: given }).catch((problem: unknown) => problem)
      const isBuiltIn = (activity_types as readonly string[]).includes(trimmed.toLowerCase())
      const isRefused = trimmed === '' || trimmed.length > 60 || isBuiltIn || used.has(trimmed.toLowerCase())
      if (isRefused) return assert.ok((made as { status?: number }).status)
      // A control character is refused as text, whatever the type is.
      if (made instanceof Error) return assert.equal((made as Error & { status: number }).status, 400)
      used.add(trimmed.toLowerCase())
      const planned = await other.act('crm_schedule_activity', { ...about, type: given })
      assert.equal(planned.type, trimmed)
    }),
    { numRuns: 60 },
  )
  for (const type of scheduled_types)
    assert.equal((await other.act('crm_schedule_activity', { ...about, type })).type, type)
})

test('A name already in use is refused with the id of its type', async () => {
  const { id } = await act('create_activity_type', { name: 'Firma' })
  const again = await refusal(act('create_activity_type', { name: 'FIRMA' }))
  assert.deepEqual([again.code, again.extra.conflicting_id], ['duplicate_value', id])
  const other = await addAccount()
  assert.equal((await other.act('create_activity_type', { name: 'Firma' })).name, 'Firma')
})

test('Creating an activity type requires workspace:setup', async () => {
  const problem = await refusal(act('create_activity_type', { name: 'x' }, { as: only('crm:write') }))
  assert.equal(problem.code, 'permission_denied')
})
