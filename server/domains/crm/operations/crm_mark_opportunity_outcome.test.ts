import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCrm } from '#test/crm.ts'
import { refusal } from '#test/refusal.ts'

const { act, events, since, only, deal, timeline } = await openCrm()

test('A won opportunity has a close date in the workspace time zone and is in the won stage', async () => {
  const { id: opportunity_id } = await deal()
  const count = (await events()).length
  const now = new Date('2026-11-01T04:30:00Z')
  const won = await act('crm_mark_opportunity_outcome', { opportunity_id, outcome: 'won' }, { now })
  assert.deepEqual([won.status, won.stage.name, won.probability], ['won', 'Ganado', 100])
  assert.deepEqual([won.actual_close_date, won.closed_at], ['2026-10-31', '2026-11-01T04:30:00.000Z'])
  assert.deepEqual(await since(count), ['opportunity.stage_changed', 'opportunity.won'])
  const [entry] = await timeline('opportunity', opportunity_id)
  assert.deepEqual([entry!.type, entry!.changes?.status], ['stage_change', { from: 'open', to: 'won' }])
})

test('A loss needs a lost reason', async () => {
  const { id: opportunity_id } = await deal()
  const without = await refusal(act('crm_mark_opportunity_outcome', { opportunity_id, outcome: 'lost' }))
  assert.deepEqual([without.code, without.extra.errors?.[0]?.field], ['lost_reason_required', 'lost_reason'])
  const lost_reason = 'Compró con la competencia'
  const lost = await act('crm_mark_opportunity_outcome', { opportunity_id, outcome: 'lost', lost_reason })
  assert.deepEqual([lost.status, lost.stage.name, lost.lost_reason], ['lost', 'Perdido', lost_reason])
  assert.ok(lost.actual_close_date)
  assert.equal((await timeline('opportunity', opportunity_id))[0]!.body, lost_reason)
})

test('Repeating an outcome keeps its close date; another outcome sets a new one', async () => {
  const { id: opportunity_id } = await deal()
  const mark = (outcome: 'won' | 'lost', day: string) =>
    act(
      'crm_mark_opportunity_outcome',
      { opportunity_id, outcome, ...(outcome === 'lost' && { lost_reason: 'Otro' }) },
      { now: new Date(`${day}T15:00:00Z`) },
    )
  await mark('won', '2027-01-01')
  const known = await events()
  assert.equal((await mark('won', '2027-02-01')).actual_close_date, '2027-01-01')
  assert.deepEqual(await events(), known)
  const lost = await mark('lost', '2027-03-01')
  assert.deepEqual([lost.status, lost.actual_close_date, lost.lost_reason], ['lost', '2027-03-01', 'Otro'])
  assert.equal((await mark('won', '2027-04-01')).lost_reason, null)
})

test('A lost opportunity keeps the name of a reason that is renamed or deleted later', async () => {
  const { id: opportunity_id } = await deal()
  const reason = await act('create_lost_reason', { name: 'Sin parqueadero' })
  await act('crm_mark_opportunity_outcome', { opportunity_id, outcome: 'lost', lost_reason: reason.id })
  await act('update_lost_reason', { lost_reason_id: reason.id, name: 'Falta parqueadero' })
  assert.equal((await act('crm_get_opportunity', { opportunity_id })).lost_reason, 'Sin parqueadero')
  await act('delete_lost_reason', { lost_reason_id: reason.id })
  assert.equal((await act('crm_get_opportunity', { opportunity_id })).lost_reason, 'Sin parqueadero')
})

test('Marking an opportunity won or lost requires crm:write', async () => {
  const { id: opportunity_id } = await deal()
  const as = only('crm:read')
  const problem = await refusal(act('crm_mark_opportunity_outcome', { opportunity_id, outcome: 'won' }, { as }))
  assert.equal(problem.code, 'permission_denied')
})
