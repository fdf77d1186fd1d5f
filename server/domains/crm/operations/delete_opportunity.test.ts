import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCrm } from '#test/crm.ts'
import { refusal } from '#test/refusal.ts'

const { act, events, since, only, lead, deal, contact, addAgent, addAccount } = await openCrm()

const converted = async () => {
  const { id: lead_id } = await lead({ contact_id: (await contact()).id, estimated_value: 1 })
  const { opportunity } = await act('crm_convert_lead', { lead_id })
  return { lead_id, opportunity_id: opportunity.id }
}

test('A deleted opportunity goes to the bin with an event and is found nowhere else', async () => {
  const made = await deal()
  const count = (await events()).length
  assert.deepEqual(await act('delete_opportunity', { opportunity_id: made.id }), { id: made.id, deleted: true })
  assert.deepEqual(await since(count), ['opportunity.deleted'])
  assert.deepEqual((await events()).at(-1)?.payload, { opportunity: made })
  assert.equal((await refusal(act('crm_get_opportunity', { opportunity_id: made.id }))).code, 'not_found')
  assert.ok(!(await act('crm_list_opportunities', {})).items.some(({ id }) => id === made.id))
  assert.equal((await refusal(act('delete_opportunity', { opportunity_id: made.id }))).code, 'not_found')
})

test('Records in the bin cannot be changed', async () => {
  const { id: opportunity_id } = await deal()
  await act('delete_opportunity', { opportunity_id })
  const about = { entity_type: 'opportunity', entity_id: opportunity_id } as const
  const tries = [
    act('crm_update_opportunity', { opportunity_id, name: 'x' }),
    act('crm_move_opportunity_stage', { opportunity_id, stage: 'Propuesta' }),
    act('crm_mark_opportunity_outcome', { opportunity_id, outcome: 'won' }),
    act('crm_add_note', { ...about, body: 'x' }),
    act('crm_list_activities', about),
    act('list_opportunity_items', { opportunity_id }),
    act('add_opportunity_item', { opportunity_id, name: 'x' }),
    act('update_opportunities', { opportunity_ids: [opportunity_id], status: 'won' }),
  ]
  for (const { code } of await Promise.all(tries.map(refusal))) assert.equal(code, 'not_found')
})

test('The lead stays converted, and converting it again explains what to do', async () => {
  const { lead_id, opportunity_id } = await converted()
  await act('delete_opportunity', { opportunity_id })
  const read = await act('crm_get_lead', { lead_id })
  assert.deepEqual([read.status, read.opportunity], ['converted', null])
  const again = await refusal(act('crm_convert_lead', { lead_id }))
  assert.equal(again.code, 'invalid_state')
  assert.match(again.message, /deleted; restore .* or change the status of the lead/)
  assert.match((await refusal(act('crm_mark_lead_lost', { lead_id }))).message, /another status with crm_update_lead/)
  assert.equal((await act('crm_update_lead', { lead_id, status: 'converted' })).status, 'converted', 'as it is')
})

test('A lead with another status can be converted again, and then the first opportunity cannot be restored', async () => {
  const { lead_id, opportunity_id } = await converted()
  await act('delete_opportunity', { opportunity_id })
  await act('crm_update_lead', { lead_id, status: 'new' })
  const { opportunity, lead: again } = await act('crm_convert_lead', { lead_id, amount: 5 })
  assert.deepEqual([again.opportunity?.id, again.status], [opportunity.id, 'converted'])
  const problem = await refusal(act('restore_opportunity', { opportunity_id }))
  assert.equal(problem.code, 'invalid_state')
  assert.match(problem.message, new RegExp(`opportunity ${opportunity.id} .*delete that one first`))
  await act('delete_opportunity', { opportunity_id: opportunity.id })
  assert.equal((await act('restore_opportunity', { opportunity_id })).lead?.id, lead_id)
  assert.equal((await act('crm_get_lead', { lead_id })).opportunity?.id, opportunity_id)
})

test('Concurrent restore and conversion leave a lead with one opportunity', async () => {
  for (let i = 0; i < 5; i++) {
    const { lead_id, opportunity_id } = await converted()
    await act('delete_opportunity', { opportunity_id })
    await act('crm_update_lead', { lead_id, status: 'new' })
    const outcomes = await Promise.allSettled([
      act('restore_opportunity', { opportunity_id }),
      act('crm_convert_lead', { lead_id, amount: 5 }),
    ])
    const refused = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []))
    assert.deepEqual(refused, ['invalid_state'])
    assert.ok((await act('crm_get_lead', { lead_id })).opportunity)
  }
})

test('Deleting requires crm:write and a visible opportunity of the same workspace', async () => {
  const { id: opportunity_id } = await deal()
  const beto = await addAgent('Beto', { visibility: 'own' })
  assert.equal((await refusal(act('delete_opportunity', { opportunity_id }, { as: beto }))).code, 'not_found')
  const as = only('crm:read')
  assert.equal((await refusal(act('delete_opportunity', { opportunity_id }, { as }))).code, 'permission_denied')
  const other = await addAccount()
  assert.equal((await refusal(other.act('delete_opportunity', { opportunity_id }))).code, 'not_found')
})
