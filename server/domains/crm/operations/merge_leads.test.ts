import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Context } from '#kernel/operation.ts'
import { openCrm } from '#test/crm.ts'
import { refusal } from '#test/refusal.ts'

const { act, events, since, only, lead, contact, timeline, addAgent, addAccount, sql } = await openCrm()

const merge = (lead_id: string, other_lead_id: string, options = {}) =>
  act('merge_leads', { lead_id, other_lead_id }, options)

test('The remaining lead takes over only what it lacks', async () => {
  const { id: contact_id } = await contact()
  const kept = await lead({ name: 'Casa', email: 'suya@example.com', custom_attributes: { alcobas: 3 } })
  const other = await lead({
    name: 'Casa (repetida)',
    email: 'otra@example.com',
    phone: '+573001234567',
    company_name: 'Ñandú',
    source: 'whatsapp',
    estimated_value: 500,
    currency: 'USD',
    owner: 'Ana Admin',
    contact_id,
    custom_attributes: { alcobas: 2, balcon: true },
  })
  const count = (await events()).length
  const merged = await merge(kept.id, other.id)
  assert.deepEqual(
    [merged.name, merged.email, merged.phone, merged.company_name, merged.source, merged.utm_source],
    ['Casa', 'suya@example.com', '+573001234567', 'Ñandú', 'whatsapp', 'whatsapp'],
  )
  assert.deepEqual([merged.estimated_value, merged.currency], [500, 'USD'])
  assert.deepEqual([merged.owner?.name, merged.contact?.id, merged.stage.id], ['Ana Admin', contact_id, kept.stage.id])
  assert.deepEqual([merged.utm_auto, merged.utm_origin], [other.utm_auto, 'automatic'])
  assert.deepEqual(merged.custom_attributes, { alcobas: 3, balcon: true })
  assert.deepEqual(await since(count), ['lead.deleted', 'lead.owner_changed', 'lead.updated', 'lead.merged'])
  assert.deepEqual((await events()).at(-1)?.payload, { lead: merged, merged_lead_id: other.id })
  assert.equal((await refusal(act('crm_get_lead', { lead_id: other.id }))).code, 'not_found')
  const { items } = await act('list_bin', { entity_type: 'lead' })
  assert.deepEqual([items[0]!.id, items[0]!.merged_into], [other.id, { id: kept.id, name: 'Casa' }])
})

test('The remaining lead has the timeline, items and history of both, and one current stage', async () => {
  const [kept, other] = [await lead(), await lead()]
  for (const { id } of [kept, other]) {
    await act('crm_add_note', { entity_type: 'lead', entity_id: id, body: `De ${id}` })
    await act('add_lead_item', { lead_id: id, name: `Lote ${id}` })
  }
  await act('crm_schedule_activity', { entity_type: 'lead', entity_id: other.id, type: 'task', due_at: '2099-01-01' })
  await act('crm_move_lead_stage', { lead_id: other.id, stage: 'Contactado' })
  const merged = await merge(kept.id, other.id)
  const notes = (await timeline('lead', kept.id)).filter(({ type }) => type === 'note' || type === 'task')
  assert.deepEqual(new Set(notes.map(({ body }) => body)), new Set([`De ${kept.id}`, `De ${other.id}`, null]))
  const entry = (await timeline('lead', kept.id)).find(({ changes }) => changes?.merged)!
  assert.deepEqual(entry.changes!.merged!.from, { id: other.id, name: other.name })
  assert.equal((await act('list_lead_items', { lead_id: kept.id })).items.length, 2)
  const { stage_history } = await act('crm_get_lead', { lead_id: kept.id })
  assert.deepEqual(
    stage_history.map(({ stage, merged, left_at }) => [stage.name, merged, left_at === null]),
    [
      ['Nuevo', false, true],
      ['Nuevo', true, false],
      ['Contactado', true, false],
    ],
  )
  assert.equal(merged.stage.name, 'Nuevo')
  await act('crm_move_lead_stage', { lead_id: kept.id, stage: 'En calificación' })
})

test('A restored duplicate starts a new history and can be merged again', async () => {
  const [kept, other] = [await lead(), await lead({ phone: '+573001234999' })]
  await merge(kept.id, other.id)
  await act('restore_lead', { lead_id: other.id })
  const read = await act('crm_get_lead', { lead_id: other.id })
  assert.deepEqual(
    read.stage_history.map(({ stage, left_at }) => [stage.name, left_at]),
    [['Nuevo', null]],
  )
  await act('crm_move_lead_stage', { lead_id: other.id, stage: 'Contactado' })
  await merge(kept.id, other.id)
  assert.equal((await act('crm_get_lead', { lead_id: kept.id })).stage_history.length, 4)
})

test('A converted lead is kept, and others are merged into it', async () => {
  const converted = async () => {
    const { id: lead_id } = await lead({ contact_id: (await contact()).id, estimated_value: 1 })
    await act('crm_convert_lead', { lead_id })
    return lead_id
  }
  const [one, two, plain] = [await converted(), await converted(), await lead({ phone: '+573001230000' })]
  const problem = await refusal(merge(plain.id, one))
  assert.deepEqual([problem.code, problem.extra.errors?.[0]?.field], ['invalid_state', 'other_lead_id'])
  assert.match(problem.message, new RegExp(`merge lead ${plain.id} into it`))
  assert.match((await refusal(merge(one, two))).message, /merge_opportunities/)
  const merged = await merge(one, plain.id)
  assert.deepEqual([merged.status, merged.phone], ['converted', '+573001230000'])
})

test('A merge needs two different records that exist and are visible', async () => {
  const beto = await addAgent('Beto', { visibility: 'own' })
  const [own, others] = [await lead({ owner: 'Beto' }), await lead({ owner: 'Ana Admin' })]
  const hidden = await refusal(merge(own.id, others.id, { as: beto }))
  assert.deepEqual([hidden.code, hidden.extra.errors?.[0]?.field], ['not_found', 'other_lead_id'])
  assert.equal((await refusal(merge(others.id, own.id, { as: beto }))).extra.errors?.[0]?.field, 'lead_id')
  assert.equal((await refusal(merge(own.id, own.id))).code, 'invalid_value')
  const theirs = await (await addAccount()).lead()
  assert.equal((await refusal(merge(own.id, theirs.id))).code, 'not_found')
  assert.equal((await refusal(merge(own.id, others.id, { as: only('crm:read') }))).code, 'permission_denied')
  await act('delete_lead', { lead_id: others.id })
  assert.equal((await refusal(merge(own.id, others.id))).code, 'not_found')
})

test('Concurrent merges in both directions leave one lead', async () => {
  for (let i = 0; i < 5; i++) {
    const [a, b] = [await lead(), await lead()]
    const outcomes = await Promise.allSettled([merge(a.id, b.id), merge(b.id, a.id), merge(a.id, b.id)])
    const refused = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []))
    assert.deepEqual(refused, ['not_found', 'not_found'])
    const live = await sql`select from leads where id = any(${[a.id, b.id]}::bigint[]) and deleted_at is null`
    assert.equal(live.length, 1)
  }
})

test('A crash during a merge changes nothing', async () => {
  const [kept, other] = [await lead(), await lead({ phone: '+573009990000' })]
  await act('crm_add_note', { entity_type: 'lead', entity_id: other.id, body: 'x' })
  const known = await events()
  const cut = async (ctx: Context, run: () => Promise<unknown>) => {
    await run()
    await ctx.sql`select pg_terminate_backend(pg_backend_pid())`
  }
  assert.equal((await refusal(merge(kept.id, other.id, { wrap: cut }))).code, 'unavailable')
  assert.deepEqual(await events(), known)
  assert.equal((await timeline('lead', other.id)).length, 1)
  assert.equal((await act('crm_get_lead', { lead_id: kept.id })).phone, null)
})
