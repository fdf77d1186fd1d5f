import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCrm } from '#test/crm.ts'
import { refusal } from '#test/refusal.ts'

const { act, events, since, only, lead, leads, sales, timeline, sql } = await openCrm()

const move = (lead_id: string, stage: string) => act('crm_move_lead_stage', { lead_id, stage })

test('A lead moves by stage name or id, and timeline and history record it', async () => {
  const { id, stage: from } = await lead()
  const count = (await events()).length
  const moved = await move(id, 'contactado')
  assert.deepEqual([moved.stage.name, moved.status], ['Contactado', 'new'])
  assert.deepEqual(await since(count), ['lead.stage_changed'])
  const changes = { stage: { from, to: moved.stage } }
  assert.deepEqual((await events()).at(-1)?.payload, { lead: moved, changes })
  const [entry] = await timeline('lead', id)
  assert.deepEqual([entry!.type, entry!.changes, entry!.author.name], ['stage_change', changes, 'Ana Admin'])
  await move(id, leads.stages[2]!.id)
  const { stage_history } = await act('crm_get_lead', { lead_id: id })
  assert.deepEqual(
    stage_history.map(({ stage }) => stage.name),
    ['Nuevo', 'Contactado', 'En calificación'],
  )
  assert.deepEqual([stage_history[0]!.left_at, stage_history[2]!.left_at], [stage_history[1]!.entered_at, null])
})

test('A won stage qualifies a lead, a lost one disqualifies it, and returning makes it new', async () => {
  const { id } = await lead()
  for (const [stage, status, event] of [
    ['Calificado', 'qualified', 'lead.qualified'],
    ['Descartado', 'unqualified', 'lead.lost'],
    ['Contactado', 'new', 'lead.reopened'],
  ] as const) {
    const count = (await events()).length
    assert.equal((await move(id, stage)).status, status)
    assert.deepEqual(await since(count), ['lead.stage_changed', event])
    const [entry] = await timeline('lead', id)
    assert.equal(entry!.changes?.status?.to, status)
  }
})

test('Moving a lead to its own stage changes nothing', async () => {
  const { id } = await lead()
  const known = await events()
  await move(id, 'Nuevo')
  assert.deepEqual(await events(), known)
  assert.deepEqual(await timeline('lead', id), [])
})

test('A stage id may belong to another pipeline for leads', async () => {
  const mixed = await act('create_pipeline', { name: 'Arriendos', kind: 'mixed' })
  const { id } = await lead()
  const moved = await move(id, mixed.stages[0]!.id)
  assert.deepEqual([moved.pipeline.name, moved.stage.id], ['Arriendos', mixed.stages[0]!.id])
  const refused = await refusal(move(id, sales.stages[0]!.id))
  assert.equal(refused.code, 'not_found')
  const named = await refusal(move(id, 'Descartado'))
  assert.equal(named.code, 'not_found')
  assert.match(named.message, /Nuevo/)
})

test('Fifty concurrent moves leave a stage history without gaps and a matching timeline', async () => {
  const { id } = await lead()
  const stages = leads.stages.map((stage) => stage.id)
  await Promise.all(Array.from({ length: 50 }, (_, i) => move(id, stages[i % stages.length]!)))
  const visits = await sql<{ stage_id: string; entered_at: string; left_at: string | null }>`
    select stage_id, entered_at, left_at from stage_history where lead_id = ${id} order by id`
  for (const [i, { entered_at, left_at }] of visits.entries()) {
    if (i > 0) assert.equal(entered_at, visits[i - 1]!.left_at)
    assert.equal(left_at === null, i === visits.length - 1)
  }
  const { stage, stage_entered_at } = await act('crm_get_lead', { lead_id: id })
  assert.deepEqual([visits.at(-1)!.stage_id, visits.at(-1)!.entered_at], [stage.id, stage_entered_at])
  const entries = (await timeline('lead', id)).toReversed()
  assert.equal(entries.length, visits.length - 1)
  const event = entries.map(({ changes }) => changes!.stage as unknown as { from: { id: string }; to: { id: string } })
  for (const [i, { from, to }] of event.entries())
    assert.deepEqual([from.id, to.id], [visits[i]!.stage_id, visits[i + 1]!.stage_id])
  const changed = (await events()).filter(
    ({ name, payload }) =>
      name === 'lead.stage_changed' && (payload as unknown as { lead: { id: string } }).lead.id === id,
  )
  assert.equal(changed.length, entries.length)
})

test('A lead is placed next to its neighbour on the board, on top by default', async () => {
  const pipeline = await act('create_pipeline', { name: 'Tablero', kind: 'leads' })
  const [first, second] = pipeline.stages as unknown as [{ id: string }, { id: string }]
  const [a, b, c] = await Promise.all(['a', 'b', 'c'].map((name) => lead({ name, pipeline: pipeline.id })))
  const put = (each: { id: string }, stage: { id: string }, beside: object = {}) =>
    act('crm_move_lead_stage', { lead_id: each.id, stage: stage.id, ...beside })
  const shown = async (stage: { id: string }) => {
    const { items } = await act('crm_list_leads', { stage_id: stage.id, sort: 'position' })
    return items.map(({ name }) => name).join('')
  }
  for (const each of [a, b, c]) await put(each!, second)
  assert.equal(await shown(second), 'cba')
  await put(a!, second, { before_id: c!.id })
  assert.equal(await shown(second), 'acb')
  await put(a!, second, { after_id: c!.id })
  assert.equal(await shown(second), 'cab')
  await put(c!, second, { after_id: b!.id })
  assert.equal(await shown(second), 'abc')
  await put(a!, first)
  await put(b!, first, { before_id: a!.id, after_id: a!.id })
  assert.equal(await shown(first), 'ab')
  await put(b!, second, { after_id: a!.id })
  assert.equal(await shown(second), 'bc', 'it comes first if the neighbour has left the stage')
  for (const field of ['before_id', 'after_id']) {
    const problem = await refusal(put(b!, second, { [field]: '999999999' }))
    assert.deepEqual([problem.code, problem.extra.errors?.[0]?.field], ['not_found', field])
  }
})

test('Concurrent drags between the same two records all end between them', async () => {
  const pipeline = await act('create_pipeline', { name: 'Tropel', kind: 'leads' })
  const stage = pipeline.stages[0]!.id
  const [low, top] = [
    await lead({ name: 'abajo', pipeline: pipeline.id }),
    await lead({ name: 'arriba', pipeline: pipeline.id }),
  ]
  const others = await Promise.all(Array.from({ length: 12 }, (_, i) => lead({ name: `${i}`, pipeline: pipeline.id })))
  for (let round = 0; round < 3; round++)
    await Promise.all(others.map(({ id: lead_id }) => act('crm_move_lead_stage', { lead_id, stage, after_id: top.id })))
  const { items } = await act('crm_list_leads', { stage_id: stage, sort: 'position' })
  assert.deepEqual([items[0]!.id, items.at(-1)!.id, items.length], [top.id, low.id, 14])
  const [row] = await sql`select count(distinct position)::int as places from leads where stage_id = ${stage}`
  assert.equal(row!.places, 14)
})

test('Reordering within a stage emits no event', async () => {
  const [one, two] = [await lead(), await lead()]
  const known = await events()
  const after = await act('crm_move_lead_stage', { lead_id: one.id, stage: 'Nuevo', before_id: two.id })
  assert.deepEqual([after.stage_entered_at, after.last_activity_at], [one.stage_entered_at, one.last_activity_at])
  assert.deepEqual(await events(), known)
})

test('Moving a lead requires crm:write', async () => {
  const { id: lead_id } = await lead()
  const problem = await refusal(act('crm_move_lead_stage', { lead_id, stage: 'Nuevo' }, { as: only('crm:read') }))
  assert.equal(problem.code, 'permission_denied')
})
