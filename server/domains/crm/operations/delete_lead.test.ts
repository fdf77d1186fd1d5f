import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCrm } from '#test/crm.ts'
import { refusal } from '#test/refusal.ts'

const { act, actor, events, since, only, lead, contact, addAgent, addAccount, sql } = await openCrm()

test('A deleted lead goes to the bin with an event and a timeline entry, and is found nowhere else', async () => {
  const made = await lead({ phone: '+573001234567' })
  const count = (await events()).length
  assert.deepEqual(await act('delete_lead', { lead_id: made.id }), { id: made.id, deleted: true })
  assert.deepEqual(await since(count), ['lead.deleted'])
  assert.deepEqual((await events()).at(-1)?.payload, { lead: made })
  assert.equal((await refusal(act('crm_get_lead', { lead_id: made.id }))).code, 'not_found')
  assert.ok(!(await act('crm_list_leads', {})).items.some(({ id }) => id === made.id))
  const { items } = await act('list_audit_entries', { action: 'delete_lead' })
  assert.deepEqual(items[0]?.details, { lead_id: made.id })
  const [row] = await sql<{ deleted_by: { id: string } }>`select deleted_by from leads where id = ${made.id}`
  assert.equal(row!.deleted_by.id, actor.id)
  assert.equal((await refusal(act('delete_lead', { lead_id: made.id }))).code, 'not_found', 'once')
})

test('Records in the bin cannot be changed', async () => {
  const { id: lead_id } = await lead({ phone: '+573001234568', estimated_value: 1 })
  const about = { entity_type: 'lead', entity_id: lead_id } as const
  const task = await act('crm_schedule_activity', { ...about, type: 'task', due_at: '2030-01-01' })
  const item = await act('add_lead_item', { lead_id, name: 'Lote' })
  await act('delete_lead', { lead_id })
  const known = await events()
  const tries = [
    act('crm_update_lead', { lead_id, name: 'x' }),
    act('crm_move_lead_stage', { lead_id, stage: 'Contactado' }),
    act('crm_mark_lead_lost', { lead_id }),
    act('crm_reopen_lead', { lead_id }),
    act('crm_convert_lead', { lead_id }),
    act('crm_add_note', { ...about, body: 'x' }),
    act('crm_schedule_activity', { ...about, type: 'task', due_at: '2030-01-01' }),
    act('crm_complete_activity', { activity_id: task.id }),
    act('update_activity', { activity_id: task.id, body: 'x' }),
    act('crm_list_activities', about),
    act('list_lead_items', { lead_id }),
    act('add_lead_item', { lead_id, name: 'x' }),
    act('update_lead_item', { lead_id, item_id: item.id, quantity: 3 }),
    act('remove_lead_item', { lead_id, item_id: item.id }),
    act('update_leads', { lead_ids: [lead_id], stage: 'Contactado' }),
  ]
  for (const { code } of await Promise.all(tries.map(refusal))) assert.equal(code, 'not_found')
  assert.deepEqual(await events(), known)
})

test('The opportunity of a deleted lead remains and is linked again after a restore', async () => {
  const { id: lead_id } = await lead({ contact_id: (await contact()).id, estimated_value: 1 })
  const { opportunity } = await act('crm_convert_lead', { lead_id })
  const origin = async () => (await act('crm_get_opportunity', { opportunity_id: opportunity.id })).lead?.id
  await act('delete_lead', { lead_id })
  assert.equal(await origin(), undefined)
  await act('restore_lead', { lead_id })
  assert.equal(await origin(), lead_id)
})

test('Deleting requires crm:write and a visible lead of the same workspace', async () => {
  const { id: lead_id } = await lead({ owner: 'Ana Admin' })
  const beto = await addAgent('Beto', { visibility: 'own' })
  assert.equal((await refusal(act('delete_lead', { lead_id }, { as: beto }))).code, 'not_found')
  assert.equal((await refusal(act('delete_lead', { lead_id }, { as: only('crm:read') }))).code, 'permission_denied')
  const other = await addAccount()
  assert.equal((await refusal(other.act('delete_lead', { lead_id }))).code, 'not_found')
  assert.equal((await act('crm_get_lead', { lead_id })).id, lead_id)
})

test('Ten concurrent deletions delete a lead once', async () => {
  const { id: lead_id } = await lead()
  const count = (await events()).length
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => act('delete_lead', { lead_id })))
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
  assert.deepEqual(await since(count), ['lead.deleted'])
})
