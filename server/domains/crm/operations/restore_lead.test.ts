import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emitDueActivities } from '#domains/crm/activities/due-timer.ts'
import { openCrm } from '#test/crm.ts'
import { refusal } from '#test/refusal.ts'

const { act, events, since, only, lead, contact, timeline, addAgent, addAccount, runtime, sql } = await openCrm()

const throwAway = async (lead_id: string) => act('delete_lead', { lead_id })

test('A restored lead has its timeline, history and items again', async () => {
  const { id: lead_id } = await lead({ phone: '+573001234567', custom_attributes: { alcobas: 3 } })
  await act('crm_move_lead_stage', { lead_id, stage: 'Contactado' })
  await act('crm_add_note', { entity_type: 'lead', entity_id: lead_id, body: 'Quiere balcón' })
  await act('add_lead_item', { lead_id, name: 'Lote' })
  const before = await act('crm_get_lead', { lead_id })
  await throwAway(lead_id)
  const count = (await events()).length
  const restored = await act('restore_lead', { lead_id })
  assert.deepEqual(await since(count), ['lead.restored'])
  const after = await act('crm_get_lead', { lead_id })
  const { updated_at: _, activities: __, ...same } = before
  assert.deepEqual({ ...after, ...same }, after)
  assert.equal(restored.stage.name, 'Contactado')
  const types = (await timeline('lead', lead_id)).map(({ type, changes }) => [type, changes?.deleted?.to])
  assert.deepEqual(types.slice(0, 3), [
    ['field_change', false],
    ['field_change', true],
    ['field_change', undefined],
  ])
  assert.equal((await act('list_lead_items', { lead_id })).items.length, 1)
  assert.equal((await refusal(act('restore_lead', { lead_id }))).code, 'not_found', 'once')
})

test('Activities that fell due in the bin are announced after a restore, once', async () => {
  const { id: entity_id } = await lead()
  const plan = (due_at: string) =>
    act('crm_schedule_activity', { entity_type: 'lead', entity_id, type: 'call', due_at })
  const announced = async () =>
    (await events())
      .filter(({ name }) => name === 'activity.due')
      .map(({ payload }) => (payload as unknown as { activity: { id: string } }).activity.id)
  const old = await plan('2026-01-01')
  await emitDueActivities(runtime)
  const [soon, later] = [await plan('2099-01-01'), await plan('2099-06-01')]
  await throwAway(entity_id)
  await sql`update activities set due_at = now(), remind_at = now() - interval '1 second' where id = ${soon.id}`
  await emitDueActivities(runtime)
  assert.deepEqual(await announced(), [old.id], 'activities of records in the bin are skipped')
  await act('restore_lead', { lead_id: entity_id })
  await emitDueActivities(runtime)
  assert.deepEqual(await announced(), [old.id, soon.id])
  const [row] = await sql<{ remind_at: string }>`select remind_at from activities where id = ${later.id}`
  assert.equal(row!.remind_at, '2099-06-01T12:00:00.000Z')
})

test('A restored record whose owner has left has no owner', async () => {
  const luz = await addAgent('Luz')
  const { id: lead_id } = await lead({ owner: 'Luz' })
  await throwAway(lead_id)
  await act('deactivate_member', { member_id: luz.id!, reassign_to: null })
  const count = (await events()).length
  assert.equal((await act('restore_lead', { lead_id })).owner, null)
  assert.deepEqual(await since(count), ['lead.owner_changed', 'lead.restored'])
})

test('A restored lead has the contact its own was merged into, or none if that was deleted', async () => {
  const [kept, duplicate] = [await contact(), await contact()]
  const { id: lead_id } = await lead({ contact_id: duplicate.id })
  await throwAway(lead_id)
  await act('merge_contacts', { contact_id: kept.id, duplicate_contact_id: duplicate.id })
  assert.equal((await act('restore_lead', { lead_id })).contact?.id, kept.id)
  await throwAway(lead_id)
  await act('delete_contact', { contact_id: kept.id })
  assert.equal((await act('restore_lead', { lead_id })).contact, null)
})

test('Restoring requires crm:write and a visible record of the same workspace', async () => {
  const { id: lead_id } = await lead({ owner: 'Ana Admin' })
  const beto = await addAgent('Beto', { visibility: 'own' })
  const [live] = [await refusal(act('restore_lead', { lead_id }))]
  assert.match(live.message, /in the bin; see list_bin/)
  await throwAway(lead_id)
  assert.equal((await refusal(act('restore_lead', { lead_id }, { as: beto }))).code, 'not_found')
  assert.equal((await refusal(act('restore_lead', { lead_id }, { as: only('crm:read') }))).code, 'permission_denied')
  const other = await addAccount()
  assert.equal((await refusal(other.act('restore_lead', { lead_id }))).code, 'not_found')
})
