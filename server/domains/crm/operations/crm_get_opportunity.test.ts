import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCrm } from '#test/crm.ts'
import { refusal } from '#test/refusal.ts'

const { act, only, deal, addAccount, addAgent } = await openCrm()

test('An opportunity is returned with amount, dates, attribution, timeline and stage history', async () => {
  const made = await deal({ amount: 12.5, utm_source: 'google' })
  await act('crm_add_note', { entity_type: 'opportunity', entity_id: made.id, body: 'Pidió descuento' })
  await act('crm_move_opportunity_stage', { opportunity_id: made.id, stage: 'Propuesta' })
  const read = await act('crm_get_opportunity', { opportunity_id: made.id })
  assert.deepEqual([read.amount, read.expected_close_date, read.utm_source], [12.5, '2030-06-30', 'google'])
  assert.deepEqual(
    read.activities.map(({ type }) => type),
    ['stage_change', 'note'],
  )
  assert.equal(read.stage_history.length, 2)
  assert.equal((await act('crm_get_opportunity', { opportunity_id: made.id, activity_limit: 1 })).activities.length, 1)
})

test('An opportunity the caller may not see is not found', async () => {
  const { id: opportunity_id } = await deal()
  const own = await addAgent('Sola', { visibility: 'own' })
  for (const as of [own, (await addAccount()).actor])
    assert.equal((await refusal(act('crm_get_opportunity', { opportunity_id }, { as }))).code, 'not_found')
  const as = only('contacts:read')
  assert.equal((await refusal(act('crm_get_opportunity', { opportunity_id }, { as }))).code, 'permission_denied')
})
