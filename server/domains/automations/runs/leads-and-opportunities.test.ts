import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Condition } from '#contract/filters.ts'
import { openAutomations } from '#test/automations.ts'
import { refusal } from '#test/refusal.ts'

/* Rules for leads and opportunities, and leads created by rules. */

const { act, actor, sql, talk, work, rule, runs, events, addAgent } = await openAutomations()

const luz = await addAgent('Luz')
const { id: contact_id } = await act('create_contact', {
  name: 'Inés Peña',
  email: 'ines@example.com',
  custom_attributes: { plan: 'oro' },
})
const pipelines = (await act('crm_list_pipelines', {})).items
const stagesOf = (kind: string) => pipelines.find((each) => each.kind === kind)!.stages
const [fresh, contacted] = stagesOf('leads')
const asking = (field: string, ...values: Condition['values']) => ({
  conditions: { any: [{ all: [{ field, operator: 'equal_to' as const, values }] }] },
})
const clear = async () => {
  await work()
  await sql`delete from automation_rules`
}
const timeline = (entity_type: 'lead' | 'opportunity', entity_id: string) =>
  act('crm_list_activities', { entity_type, entity_id }).then(({ items }) => items)
const deal = (name: string) =>
  act('crm_create_opportunity', { name, contact_id, expected_close_date: '2030-01-31', amount: 100 })

test('A new lead is assigned, moved, annotated and followed up', async () => {
  const { id: rule_id } = await rule(
    'lead.created',
    [
      { type: 'assign_agent', agent: 'Luz' },
      { type: 'move_stage', stage: contacted!.name },
      { type: 'add_note', content: 'De {{contact.first_name}}, para {{agent.name}}' },
      { type: 'schedule_activity', activity_type: 'call', in_minutes: 60, body: 'Llamar a {{contact.name}}' },
    ],
    asking('contact.custom_attributes.plan', 'oro'),
  )
  const meant = await act('crm_create_lead', { name: 'Camión', contact_id })
  const other = await act('crm_create_lead', { name: 'Moto' })
  await work()
  assert.deepEqual(
    (await runs({ rule_id })).map(({ subject, status }) => [subject, status]),
    [[{ type: 'lead', id: meant.id }, 'done']],
  )
  const lead = await act('crm_get_lead', { lead_id: meant.id })
  assert.deepEqual([lead.owner?.id, lead.stage.id], [luz.id, contacted!.id])
  const done = await timeline('lead', meant.id)
  assert.equal(done.find(({ type }) => type === 'note')?.body, 'De Inés, para Luz')
  const call = done.find(({ type }) => type === 'call')
  assert.deepEqual([call?.body, call?.assignee?.id, call?.author.type], ['Llamar a Inés Peña', luz.id, 'automation'])
  assert.equal((await act('crm_get_lead', { lead_id: other.id })).stage.id, fresh!.id)
  await clear()
})

test('A rule schedules an activity of a type of the workspace', async () => {
  await act('create_activity_type', { name: 'Visita', duration_minutes: 90 })
  await rule('lead.created', [{ type: 'schedule_activity', activity_type: 'Visita', in_minutes: 60 }])
  const { id } = await act('crm_create_lead', { name: 'Bodega' })
  await work()
  const planned = (await timeline('lead', id)).find(({ due_at }) => due_at !== null)
  assert.deepEqual([planned?.type, planned?.duration_minutes], ['Visita', 90])
  await clear()
})

test('The old and new stage can be conditions, and a move by a rule triggers no rule', async () => {
  const { id: rule_id } = await rule('lead.stage_changed', [{ type: 'move_stage', stage: fresh!.name }], {
    conditions: {
      any: [
        {
          all: [
            asking('stage', contacted!.name).conditions.any[0]!.all[0]!,
            asking('from_stage', fresh!.name).conditions.any[0]!.all[0]!,
          ],
        },
      ],
    },
  })
  const { id: lead_id } = await act('crm_create_lead', { name: 'Ida y vuelta' })
  await act('crm_move_lead_stage', { lead_id, stage: contacted!.name })
  await work()
  assert.equal((await runs({ rule_id })).length, 1)
  assert.equal((await act('crm_get_lead', { lead_id })).stage.id, fresh!.id)
  await act('crm_move_lead_stage', { lead_id, stage: stagesOf('leads')[2]!.name })
  await work()
  assert.equal((await runs({ rule_id })).length, 1)
  await clear()
})

test('Moving, winning and losing an opportunity trigger their rules', async () => {
  for (const event of ['opportunity.stage_changed', 'opportunity.won', 'opportunity.lost'] as const)
    await rule(event, [{ type: 'add_note', content: `${event} {{contact.name}}` }], { name: event })
  const reasons = (await act('list_crm_lost_reasons', {})).items
  const [first, second] = [await deal('Ganada'), await deal('Perdida')]
  await act('crm_move_opportunity_stage', { opportunity_id: first.id, stage: stagesOf('opportunities')[1]!.name })
  await work()
  const notes = async (id: string) =>
    (await timeline('opportunity', id))
      .filter(({ type }) => type === 'note')
      .map(({ body }) => body!.split(' ')[0]!)
      .toSorted((a, b) => a.localeCompare(b))
  assert.deepEqual(await notes(first.id), ['opportunity.stage_changed'])
  await act('crm_mark_opportunity_outcome', { opportunity_id: first.id, outcome: 'won' })
  await act('crm_mark_opportunity_outcome', {
    opportunity_id: second.id,
    outcome: 'lost',
    lost_reason: reasons[0]!.name,
  })
  await work()
  assert.deepEqual(await notes(first.id), ['opportunity.stage_changed', 'opportunity.stage_changed', 'opportunity.won'])
  assert.deepEqual(await notes(second.id), ['opportunity.lost', 'opportunity.stage_changed'])
  await clear()
})

test('A rule can mark an opportunity as lost, with a reason', async () => {
  const lost = stagesOf('opportunities').find(({ type }) => type === 'lost')!
  const [reason] = (await act('list_crm_lost_reasons', {})).items
  const unreasonable = await refusal(rule('opportunity.won', [{ type: 'move_stage', stage: lost.name }]))
  assert.deepEqual(
    [unreasonable.code, unreasonable.extra.errors?.[0]?.field],
    ['missing_field', 'actions/0/lost_reason'],
  )
  const unknown = await refusal(
    rule('opportunity.won', [{ type: 'move_stage', stage: lost.name, lost_reason: 'Nada' }]),
  )
  assert.equal(unknown.code, 'not_found')
  const lead = await refusal(
    rule('lead.created', [{ type: 'move_stage', stage: contacted!.name, lost_reason: reason!.name }]),
  )
  assert.equal(lead.code, 'invalid_value')
  const made = await rule(
    'opportunity.stage_changed',
    [{ type: 'move_stage', stage: lost.name, lost_reason: reason!.name }],
    asking('amount', 100),
  )
  assert.deepEqual(made.actions, [{ type: 'move_stage', stage: lost.id, lost_reason: reason!.id }])
  const { id: opportunity_id } = await deal('A perder')
  await act('crm_move_opportunity_stage', { opportunity_id, stage: stagesOf('opportunities')[1]!.name })
  await work()
  const { status, lost_reason } = await act('crm_get_opportunity', { opportunity_id })
  assert.deepEqual([status, lost_reason], ['lost', reason!.name])
  await clear()
})

test('A rule can create a lead from a conversation or a contact, in a given stage', async () => {
  const place = { pipeline: pipelines.find(({ kind }) => kind === 'leads')!.name, stage: contacted!.name }
  await rule('conversation.created', [{ type: 'create_lead', ...place, owner: 'Luz' }])
  await rule('contact.created', [{ type: 'create_lead' }])
  const conversation = await talk({
    contact: { name: 'Eva Ruiz', email: 'eva@example.com', phone_number: '+573001234567' },
  })
  await work()
  const { items } = await act('crm_list_leads', { contact_id: conversation.contact.id })
  assert.deepEqual(
    items.map(({ name, email, phone, stage, owner }) => [name, email, phone, stage.id, owner?.id ?? null]),
    [
      ['Eva Ruiz', 'eva@example.com', '+573001234567', contacted!.id, luz.id],
      ['Eva Ruiz', 'eva@example.com', '+573001234567', fresh!.id, null],
    ],
  )
  await clear()
})

test('A lead without a contact is used as the contact in texts, and sent whole to webhooks', async () => {
  await rule('lead.created', [
    { type: 'add_note', content: '{{contact.first_name}} {{contact.email}}' },
    { type: 'send_email', to: '{{contact.email}}', subject: 'Hola', body: 'Hola {{contact.first_name}}' },
    { type: 'send_webhook', url: 'https://example.com/lead' },
  ])
  const lead = await act('crm_create_lead', { name: 'Ada Sol', email: 'ada@example.com' })
  await work()
  assert.equal((await timeline('lead', lead.id)).find(({ type }) => type === 'note')?.body, 'Ada ada@example.com')
  const mails = await sql`select to_address, text from emails where account_id = ${actor.account.id}`
  assert.deepEqual(mails, [{ to_address: 'ada@example.com', text: 'Hola Ada' }])
  const requested = (await events()).find(({ name }) => name === 'automation.webhook_requested')
  const { url, body } = requested!.payload as never as {
    url: string
    body: { type: string; lead: { id: string; name: string } }
  }
  assert.deepEqual(
    [url, body.type, body.lead.id, body.lead.name],
    ['https://example.com/lead', 'lead.created', lead.id, 'Ada Sol'],
  )
  await clear()
})

test('A stage name that exists in two pipelines is ambiguous; use its id', async () => {
  const second = await act('create_pipeline', { name: 'Otra', kind: 'leads' })
  const problem = await refusal(rule('lead.created', [{ type: 'move_stage', stage: contacted!.name }]))
  assert.equal(problem.code, 'ambiguous_reference')
  await rule('lead.created', [{ type: 'move_stage', stage: second.stages[1]!.id }])
  const { id: lead_id } = await act('crm_create_lead', { name: 'Salta' })
  await work()
  assert.equal((await act('crm_get_lead', { lead_id })).pipeline.id, second.id)
  await clear()
})

test('A rule can be tried on a lead', async () => {
  const { id: subject_id } = await act('crm_create_lead', { name: 'Prueba', contact_id })
  const answer = await act('test_automation_rule', {
    event: 'lead.created',
    ...asking('name', 'prueba'),
    actions: [{ type: 'assign_agent', agent: 'Luz' }],
    subject_id,
  })
  assert.deepEqual([answer.matches, answer.actions[0]?.operation], [true, 'crm_update_lead'])
})

test('A stage rule is tried with the last stage change, or the current stage', async () => {
  const { id: subject_id } = await act('crm_create_lead', { name: 'Movida', contact_id })
  const from = asking('from_stage', fresh!.name).conditions.any[0]!.all[0]!
  const to = asking('stage', contacted!.name).conditions.any[0]!.all[0]!
  const conditions = { any: [{ all: [to, from] }] }
  const actions = [{ type: 'add_note' as const, content: 'x' }]
  const tried = async () => {
    const answer = await act('test_automation_rule', { event: 'lead.stage_changed', conditions, actions, subject_id })
    return answer.conditions[0]!.map(({ holds }) => holds)
  }
  assert.deepEqual(await tried(), [false, false])
  await act('crm_move_lead_stage', { lead_id: subject_id, stage: contacted!.id })
  assert.deepEqual(await tried(), [true, true])
  await clear()
})

test('Texts of a rule can use its lead or opportunity, and other texts cannot', async () => {
  await rule('lead.created', [{ type: 'add_note', content: '{{lead.name}}, {{lead.stage}}: {{lead.estimated_value}}' }])
  await rule('opportunity.won', [
    {
      type: 'add_note',
      content: '{{opportunity.name}} {{opportunity.amount}} {{opportunity.currency}} {{opportunity.url}}',
    },
  ])
  const lead = await act('crm_create_lead', { name: 'Camión', estimated_value: 1500.5 })
  const won = await deal('Flota')
  await act('crm_mark_opportunity_outcome', { opportunity_id: won.id, outcome: 'won' })
  await work()
  const note = async (type: 'lead' | 'opportunity', id: string) =>
    (await timeline(type, id)).find((each) => each.type === 'note')?.body
  assert.equal(await note('lead', lead.id), `Camión, ${fresh!.name}: 1500.5`)
  assert.equal(await note('opportunity', won.id), `Flota 100 COP ${won.url}`)
  for (const content of ['{{lead.name}}', '{{opportunity.name}}', '{{lead.password}}']) {
    const problem = await refusal(rule('conversation.created', [{ type: 'add_note', content }]))
    assert.equal(problem.code, 'invalid_value')
  }
  await rule('conversation.created', [{ type: 'add_note', content: 'Ver {{conversation.url}}' }])
  const conversation = await talk()
  await work()
  const { items } = await act('get_conversation_messages', { conversation_id: conversation.id })
  assert.equal(items.find((message) => message.private)?.content, `Ver ${conversation.url}`)
  await clear()
})

test('A record deleted before the rule runs is skipped', async () => {
  const { id: rule_id } = await rule('lead.created', [{ type: 'assign_agent', agent: 'Luz' }])
  const { id: lead_id } = await act('crm_create_lead', { name: 'Equivocado' })
  await act('delete_lead', { lead_id })
  await work()
  assert.deepEqual(await runs({ rule_id }), [])
  assert.equal((await act('restore_lead', { lead_id })).owner, null)
  await clear()
})
