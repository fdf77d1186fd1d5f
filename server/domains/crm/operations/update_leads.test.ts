import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCrm } from '#test/crm.ts'
import { refusal } from '#test/refusal.ts'

const { act, events, since, only, lead, leads, contact, timeline, addAgent, addAccount } = await openCrm()

const some = (count: number) => Promise.all(Array.from({ length: count }, (_, i) => lead({ name: `Lead ${i}` })))
const idsOf = (records: readonly { id: string }[]) => records.map(({ id }) => id)

test('A bulk update of leads works like single updates', async () => {
  const beto = await addAgent('Beto')
  const made = await some(3)
  const count = (await events()).length
  const { items, updated_count } = await act('update_leads', {
    lead_ids: idsOf(made),
    owner: 'beto',
    stage: 'contactado',
    custom_attributes: { feria: 'Sur' },
  })
  assert.equal(updated_count, 3)
  assert.deepEqual(idsOf(items), idsOf(made))
  for (const each of items) {
    assert.deepEqual(
      [each.owner?.id, each.stage.name, each.custom_attributes],
      [beto.user_id, 'Contactado', { feria: 'Sur' }],
    )
    assert.equal((await timeline('lead', each.id))[0]?.type, 'stage_change')
    assert.deepEqual(
      await act('crm_get_lead', { lead_id: each.id, activity_limit: 0 }).then(({ stage }) => stage),
      each.stage,
    )
  }
  const names = ['lead.stage_changed', 'lead.owner_changed', 'lead.updated']
  assert.deepEqual(await since(count), [...names, ...names, ...names])
  const known = await events()
  const again = await act('update_leads', { lead_ids: idsOf(made), owner: 'beto', stage: 'contactado' })
  assert.equal(again.updated_count, 0)
  assert.deepEqual(await events(), known)
})

test('One refusal rolls back the whole bulk update and names the record', async () => {
  const made = await some(2)
  const { id: lead_id, name } = await lead({ name: 'La terca', contact_id: (await contact()).id, estimated_value: 1 })
  const known = await events()
  const problem = await refusal(act('update_leads', { lead_ids: [...idsOf(made), lead_id], status: 'converted' }))
  assert.equal(problem.code, 'invalid_state')
  assert.match(
    problem.message,
    new RegExp(`No record was changed because of lead ${made[0]!.id} \\(Lead 0\\): .*crm_convert_lead`),
  )
  await act('update_stage', { stage_id: leads.stages[2]!.id, required_fields: ['email'] })
  for (const { id } of made) await act('crm_update_lead', { lead_id: id, email: `x${id}@example.com` })
  const before = await events()
  const asking = await refusal(act('update_leads', { lead_ids: [...idsOf(made), lead_id], stage: 'En calificación' }))
  assert.deepEqual([asking.code, asking.extra.errors?.[0]?.field], ['missing_field', 'lead_ids/2'])
  assert.match(asking.message, new RegExp(`lead ${lead_id} \\(${name}\\): .*needs email`))
  assert.deepEqual(await events(), before)
  assert.equal((await act('crm_get_lead', { lead_id: made[0]!.id })).stage.name, 'Nuevo')
  assert.ok(known.length < before.length)
  await act('update_stage', { stage_id: leads.stages[2]!.id, required_fields: [] })
})

test('A missing or invisible lead is refused by its position', async () => {
  const [own] = await some(1)
  const theirs = await (await addAccount()).lead()
  const problem = await refusal(act('update_leads', { lead_ids: [own!.id, theirs.id], status: 'qualified' }))
  assert.deepEqual([problem.code, problem.extra.errors?.[0]?.field], ['not_found', 'lead_ids/1'])
  const luz = await addAgent('Luz', { visibility: 'own' })
  const hidden = await refusal(act('update_leads', { lead_ids: [own!.id], status: 'qualified' }, { as: luz }))
  assert.equal(hidden.code, 'not_found')
  const as = only('crm:read')
  assert.equal((await refusal(act('update_leads', { lead_ids: [own!.id] }, { as }))).code, 'permission_denied')
})

test('A bulk update takes a stage or a status, ignores duplicates and is limited to 200', async () => {
  const [one] = await some(1)
  const problem = await refusal(act('update_leads', { lead_ids: [one!.id], stage: 'Contactado', status: 'new' }))
  assert.deepEqual([problem.code, problem.extra.errors?.[0]?.field], ['invalid_value', 'status'])
  const count = (await events()).length
  const { items } = await act('update_leads', { lead_ids: [one!.id, one!.id, `0${one!.id}`], status: 'qualified' })
  assert.deepEqual([items.length, await since(count)], [1, ['lead.qualified']])
  const lead_ids = Array.from({ length: 201 }, (_, i) => String(i + 1))
  assert.equal((await refusal(act('update_leads', { lead_ids, status: 'new' }))).code, 'invalid_request')
  assert.equal((await refusal(act('update_leads', { lead_ids: [], status: 'new' }))).code, 'invalid_request')
})

test('Leads can be moved in bulk to another pipeline and lose their owner', async () => {
  await act('create_pipeline', { name: 'Ferias', kind: 'leads' })
  const made = await some(2)
  const moved = await act('update_leads', { lead_ids: idsOf(made), pipeline: 'Ferias', owner: '' })
  for (const { pipeline, stage, owner } of moved.items)
    assert.deepEqual([pipeline.name, stage.name, owner], ['Ferias', 'Nuevo', null])
  const on = await act('update_leads', { lead_ids: idsOf(made), pipeline: 'Leads', stage: 'Calificado' })
  for (const { pipeline, status } of on.items) assert.deepEqual([pipeline.name, status], ['Leads', 'qualified'])
  const problem = await refusal(act('update_leads', { lead_ids: idsOf(made), pipeline: 'Ventas' }))
  assert.equal(problem.code, 'invalid_value')
})

test('Concurrent bulk updates in opposite order do not deadlock', async () => {
  const made = idsOf(await some(20))
  await Promise.all(
    Array.from({ length: 6 }, (_, i) =>
      act('update_leads', {
        lead_ids: i % 2 ? made : made.toReversed(),
        stage: i % 2 ? 'Contactado' : 'En calificación',
      }),
    ),
  )
  const read = await Promise.all(made.map((lead_id) => act('crm_get_lead', { lead_id })))
  assert.equal(new Set(read.map(({ stage }) => stage.name)).size, 1)
  for (const { stage_history } of read) assert.equal(stage_history.filter(({ left_at }) => left_at === null).length, 1)
})
