import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCrm } from '#test/crm.ts'
import { refusal } from '#test/refusal.ts'

const { act, events, since, only, deal, sales, addAgent, addAccount } = await openCrm()

test('A restored opportunity is unchanged and counts in totals again', async () => {
  const { id: opportunity_id } = await deal({ amount: 70, stage: 'Propuesta' })
  const before = await act('crm_get_opportunity', { opportunity_id })
  const counted = async () =>
    (await act('get_board_totals', { pipeline_id: sales.id })).items[3]!.opportunities.amounts[0]?.amount
  await act('delete_opportunity', { opportunity_id })
  assert.equal(await counted(), undefined)
  const count = (await events()).length
  const restored = await act('restore_opportunity', { opportunity_id })
  assert.deepEqual(await since(count), ['opportunity.restored'])
  assert.deepEqual((await events()).at(-1)?.payload, { opportunity: restored })
  assert.equal(await counted(), 70)
  const after = await act('crm_get_opportunity', { opportunity_id })
  const { updated_at: _, activities: __, ...same } = before
  assert.deepEqual({ ...after, ...same }, after)
})

test('A restored record whose owner has left has no owner', async () => {
  const luz = await addAgent('Luz')
  const { id: opportunity_id } = await deal({ owner: 'Luz' })
  await act('delete_opportunity', { opportunity_id })
  await act('deactivate_member', { member_id: luz.id!, reassign_to: null })
  assert.equal((await act('restore_opportunity', { opportunity_id })).owner, null)
})

test('Restoring requires crm:write and a visible record of the same workspace', async () => {
  const { id: opportunity_id } = await deal()
  await act('delete_opportunity', { opportunity_id })
  const beto = await addAgent('Beto', { visibility: 'own' })
  assert.equal((await refusal(act('restore_opportunity', { opportunity_id }, { as: beto }))).code, 'not_found')
  const as = only('crm:read')
  assert.equal((await refusal(act('restore_opportunity', { opportunity_id }, { as }))).code, 'permission_denied')
  const other = await addAccount()
  assert.equal((await refusal(other.act('restore_opportunity', { opportunity_id }))).code, 'not_found')
})
