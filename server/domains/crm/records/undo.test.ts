import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openAutomations } from '#test/automations.ts'

const { act, actor, sql, rule, addAgent } = await openAutomations()

const ines = { ...(await addAgent('Inés')), session: 'app' }
const zoe = { ...(await addAgent('Zoé')), session: 'app' }
const pipelines = (await act('crm_list_pipelines', {})).items
const stagesOf = (kind: string) => pipelines.find((each) => each.kind === kind)!.stages
const { id: contact_id } = await act('create_contact', { name: 'Inés Peña', email: 'ines@example.com' })
const [fresh, contacted, third] = stagesOf('leads')
const deals = stagesOf('opportunities')
for (const event of ['lead.stage_changed', 'opportunity.stage_changed', 'opportunity.won'] as const)
  await rule(event, [{ type: 'add_note', content: 'Hola' }])
await act('create_webhook', { url: 'https://example.com/hilo', events: ['*'] })

const patient = ['mail_owner_changes', 'notify_people', 'run_automations']

/** The consequences of changes of a record that are still to come. */
async function pending(id: string): Promise<string[]> {
  const rows = await sql<{ line: string }>`
    select e.name || ' → ' || d.subscriber as line
      from deliveries d join events e on e.account_id = d.account_id and e.id = d.event_id
     where d.subscriber = any(${patient}) and coalesce(e.payload #>> '{lead,id}', e.payload #>> '{opportunity,id}') = ${id}
       and e.name not like '%.created' order by e.sequence, 1`
  return rows.map(({ line }) => line)
}

async function createLead(): Promise<string> {
  const { id } = await act('crm_create_lead', { name: 'Casa Prado' })
  await sql`update deliveries set next_try_at = now() - interval '1 hour'`
  return id
}
async function createDeal(): Promise<string> {
  const { id } = await act('crm_create_opportunity', {
    name: 'Casa Prado',
    contact_id,
    amount: 100,
    expected_close_date: '2030-01-31',
  })
  return id
}
const move = (lead_id: string, stage: string, as = ines) => act('crm_move_lead_stage', { lead_id, stage }, { as })

test('Rules and mails of a change that a person makes in the app wait until it can no longer be undone', async () => {
  const lead_id = await createLead()
  await move(lead_id, contacted!.id)
  await act('crm_update_lead', { lead_id, owner_id: zoe.id! }, { as: ines })
  const rows = await sql<{ subscriber: string; isLate: boolean }>`
    select d.subscriber, d.next_try_at > e.occurred_at + interval '5 seconds' as "isLate"
      from deliveries d join events e on e.account_id = d.account_id and e.id = d.event_id
     where e.payload #>> '{lead,id}' = ${lead_id} and e.name <> 'lead.created'`
  assert.ok(patient.every((name) => rows.some(({ subscriber }) => subscriber === name)))
  for (const { subscriber, isLate } of rows) assert.equal(isLate, patient.includes(subscriber), subscriber)
})

test('A lead moved back by the same person triggers no rule, neither for the move nor for the way back', async () => {
  const lead_id = await createLead()
  await move(lead_id, contacted!.id)
  assert.deepEqual(await pending(lead_id), ['lead.stage_changed → run_automations'])
  await move(lead_id, fresh!.id)
  assert.deepEqual(await pending(lead_id), [])
  // Programs receive both changes.
  const sent = await sql`
    select from deliveries d join events e on e.id = d.event_id
     where d.subscriber = 'queue_webhooks' and e.name = 'lead.stage_changed' and e.payload #>> '{lead,id}' = ${lead_id}`
  assert.equal(sent.length, 2)
})

test('An undo takes back the latest move only', async () => {
  const lead_id = await createLead()
  await move(lead_id, contacted!.id)
  await move(lead_id, third!.id)
  await move(lead_id, contacted!.id)
  assert.deepEqual(await pending(lead_id), ['lead.stage_changed → run_automations'])
  const [{ to } = { to: '' }] = await sql<{ to: string }>`
    select e.payload #>> '{changes,stage,to,id}' as to from deliveries d join events e on e.id = d.event_id
     where d.subscriber = 'run_automations' and e.name = 'lead.stage_changed' and e.payload #>> '{lead,id}' = ${lead_id}`
  assert.equal(to, contacted!.id)
})

test('An owner who was replaced and restored is notified of nothing, with or without an owner before', async () => {
  for (const before of [null, ines.id!]) {
    const lead_id = await createLead()
    if (before) await act('crm_update_lead', { lead_id, owner_id: before })
    await sql`delete from deliveries`
    await act('crm_update_lead', { lead_id, owner_id: zoe.id! }, { as: ines })
    assert.deepEqual(await pending(lead_id), [
      'lead.owner_changed → mail_owner_changes',
      'lead.owner_changed → notify_people',
    ])
    await act('crm_update_lead', { lead_id, owner_id: before }, { as: ines })
    assert.deepEqual(await pending(lead_id), [])
  }
})

test('A deal that was won by mistake and moved back triggers neither the rule of the stage nor that of winning', async () => {
  const opportunity_id = await createDeal()
  const won = deals.find(({ type }) => type === 'won')!
  await act('crm_move_opportunity_stage', { opportunity_id, stage: won.id }, { as: ines })
  const names = await pending(opportunity_id)
  assert.deepEqual(names, ['opportunity.stage_changed → run_automations', 'opportunity.won → run_automations'])
  await act('crm_move_opportunity_stage', { opportunity_id, stage: deals[0]!.id }, { as: ines })
  assert.deepEqual(await pending(opportunity_id), [])
})

test('Several leads moved together are moved back together, and one by one', async () => {
  const lead_ids = [await createLead(), await createLead(), await createLead()]
  const [kept, ...others] = lead_ids as [string, string, string]
  await act('update_leads', { lead_ids, stage: contacted!.id }, { as: ines })
  await act('update_leads', { lead_ids: others, stage: fresh!.id }, { as: ines })
  assert.deepEqual(await pending(kept), ['lead.stage_changed → run_automations'])
  for (const id of others) assert.deepEqual(await pending(id), [])
})

test('The way back by another person, by a program, or after the time to undo is a change of its own', async () => {
  const moved = 'lead.stage_changed → run_automations'
  const byAnother = await createLead()
  await move(byAnother, contacted!.id)
  await move(byAnother, fresh!.id, zoe)
  assert.deepEqual(await pending(byAnother), [moved, moved])

  const byProgram = await createLead()
  await move(byProgram, contacted!.id, actor as typeof ines)
  await move(byProgram, fresh!.id, actor as typeof ines)
  assert.deepEqual(await pending(byProgram), [moved, moved])

  const late = await createLead()
  await move(late, contacted!.id)
  await sql`update deliveries set next_try_at = now() - interval '1 second'`
  await move(late, fresh!.id)
  assert.deepEqual(await pending(late), [moved, moved])
})
