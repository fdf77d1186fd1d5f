import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCrm } from '#test/crm.ts'
import { refusal } from '#test/refusal.ts'

const { act, events, since, only, lead, deal, contact, timeline, addAgent, addAccount } = await openCrm()

const merge = (opportunity_id: string, other_opportunity_id: string, options = {}) =>
  act('merge_opportunities', { opportunity_id, other_opportunity_id }, options)
const converted = async () => {
  const { id: lead_id } = await lead({ contact_id: (await contact()).id, estimated_value: 7, source: 'instagram' })
  return { lead_id, ...(await act('crm_convert_lead', { lead_id })).opportunity }
}

test('The remaining opportunity takes over what it lacks, including the lead of the duplicate', async () => {
  const kept = await deal({ name: 'Venta', custom_attributes: { torre: 1 } })
  const other = await converted()
  await act('crm_update_opportunity', {
    opportunity_id: other.id,
    description: 'Piso alto',
    custom_attributes: { torre: 2 },
  })
  await act('crm_add_note', { entity_type: 'opportunity', entity_id: other.id, body: 'Llamó' })
  await act('add_opportunity_item', { opportunity_id: other.id, name: 'Lote' })
  const count = (await events()).length
  const merged = await merge(kept.id, other.id)
  assert.deepEqual(
    [merged.name, merged.amount, merged.description, merged.utm_source, merged.lead?.id],
    ['Venta', 7, 'Piso alto', 'instagram', other.lead_id],
  )
  assert.deepEqual([merged.contact?.id, merged.custom_attributes], [kept.contact?.id, { torre: 1 }])
  assert.deepEqual(await since(count), ['opportunity.deleted', 'opportunity.updated', 'opportunity.merged'])
  assert.deepEqual((await events()).at(-1)?.payload, { opportunity: merged, merged_opportunity_id: other.id })
  assert.equal((await act('crm_get_lead', { lead_id: other.lead_id })).opportunity?.id, kept.id)
  assert.ok((await timeline('opportunity', kept.id)).some(({ body }) => body === 'Llamó'))
  assert.equal((await act('list_opportunity_items', { opportunity_id: kept.id })).items.length, 1)
  const restored = await act('restore_opportunity', { opportunity_id: other.id })
  assert.equal(restored.lead, null, 'a lead has one opportunity')
})

test('When both came from a lead, each lead keeps its own opportunity', async () => {
  const [kept, other] = [await converted(), await converted()]
  assert.equal((await merge(kept.id, other.id)).lead?.id, kept.lead_id)
  assert.equal((await act('crm_get_lead', { lead_id: kept.lead_id })).opportunity?.id, kept.id)
  assert.equal((await act('crm_get_lead', { lead_id: other.lead_id })).opportunity, null)
})

test('Different currencies or outcomes cannot be merged', async () => {
  const [pesos, dollars] = [await deal({ amount: 1 }), await deal({ amount: 1, currency: 'USD' })]
  const money = await refusal(merge(pesos.id, dollars.id))
  assert.deepEqual([money.code, money.extra.errors?.[0]?.field], ['invalid_value', 'other_opportunity_id'])
  assert.match(money.message, /COP .*USD; change the currency/)
  const won = await deal({ stage: 'Ganado' })
  const settled = await refusal(merge(pesos.id, won.id))
  assert.equal(settled.code, 'invalid_state')
  assert.match(settled.message, new RegExp(`is won; keep that one and merge opportunity ${pesos.id} into it`))
  const merged = await merge(won.id, pesos.id)
  assert.deepEqual([merged.status, merged.amount], ['won', 1])
  await merge(won.id, (await deal({ stage: 'Ganado' })).id)
})

test('An opportunity reopened after a merge returns to its own last stage', async () => {
  const kept = await deal({ stage: 'Negociación' })
  await act('crm_mark_opportunity_outcome', { opportunity_id: kept.id, outcome: 'won' })
  await merge(kept.id, (await deal({ stage: 'Contactado' })).id)
  const open = await act('crm_update_opportunity', { opportunity_id: kept.id, status: 'open' })
  assert.equal(open.stage.name, 'Negociación')
})

test('A merge needs two different records that exist and are visible', async () => {
  const beto = await addAgent('Beto', { visibility: 'own' })
  const [own, others] = [await deal({ owner: 'Beto' }), await deal()]
  assert.equal((await refusal(merge(own.id, others.id, { as: beto }))).code, 'not_found')
  assert.equal((await refusal(merge(others.id, own.id, { as: beto }))).code, 'not_found')
  assert.equal((await refusal(merge(own.id, own.id))).code, 'invalid_value')
  const theirs = await (await addAccount()).deal()
  assert.equal((await refusal(merge(own.id, theirs.id))).code, 'not_found')
  assert.equal((await refusal(merge(own.id, others.id, { as: only('crm:read') }))).code, 'permission_denied')
})
