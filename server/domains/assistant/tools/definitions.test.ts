import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ai_tools } from '#contract/records/assistant.ts'
import { registry } from '#registry'
import { openAssistant } from '#test/assistant.ts'
import type { LlmRequest } from '#test/llm.ts'

const { act, actor, sql, events, llm, makeInbox, say, ask, deliver, repliesTo, detail } = await openAssistant()
await act('update_account', { modules: ['real_estate'] })
const all = await makeInbox({ enabled_tools: [...ai_tools] })

type Call = { name: string; input: unknown }

/** Makes the model call these tools one after another, then answer 'Listo.'. */
function setToolCalls(...calls: Call[]): void {
  llm.answers(({ messages }) => {
    const done = messages.filter(({ role }) => role === 'tool').length
    return done < calls.length ? { calls: [calls[done]!] } : 'Listo.'
  })
}

/** The tool results of the latest turn. */
function results(): unknown[] {
  const { messages } = llm.requests.at(-1)!
  return messages.filter(({ role }) => role === 'tool').map(({ content }) => JSON.parse(content!))
}

const leads = async (contact_id: string) => (await act('crm_list_leads', { contact_id })).items
const person = (name: string, more: object = {}) => ({ contact: { name, ...more } })

test('The agent has the enabled tools, and the property search only where its module is on', async () => {
  const names = ({ tools = [] }: LlmRequest) => tools.map((tool) => tool.function.name).sort()
  await act('create_label', { title: 'Queja' })
  setToolCalls()
  await ask(all.id, 'Hola')
  assert.deepEqual(names(llm.requests.at(-1)!), [...ai_tools].sort())
  await act('update_account', { modules: [] })
  await ask(all.id, 'Hola')
  assert.ok(!names(llm.requests.at(-1)!).includes('search_properties'))
  await act('update_account', { modules: ['real_estate'] })
  const few = await makeInbox({
    enabled_tools: ['add_label'],
    handover: { on_request: false, on_low_confidence: false },
  })
  await ask(few.id, 'Hola')
  assert.deepEqual(names(llm.requests.at(-1)!), ['add_label'])
})

test('No tool takes the ID of a person or record', async () => {
  setToolCalls()
  await ask(all.id, 'Hola')
  for (const { function: tool } of llm.requests.at(-1)!.tools!) {
    const fields = Object.keys((tool.parameters.properties ?? {}) as object)
    assert.deepEqual(
      fields.filter((field) => /id$|contact|conversation|phone|email/.test(field)),
      [],
      tool.name,
    )
    assert.equal(tool.parameters.additionalProperties, false, tool.name)
  }
})

test('A tool refuses an ID passed anyway, and no other record is touched', async () => {
  const other = await say(all.id, 'Hola', person('Otra persona', { email: 'otra@example.com' }))
  const theirs = other.payload.conversation.contact.id
  setToolCalls(
    { name: 'look_up_contact', input: { contact_id: theirs } },
    { name: 'create_lead', input: { interest: 'casa', contact_id: theirs } },
    { name: 'add_label', input: { label: 'Queja', conversation_id: other.payload.conversation.id } },
  )
  await ask(all.id, 'Mírame a la otra persona')
  assert.ok(!llm.latestRequest().includes('otra@example.com'))
  assert.deepEqual(await leads(theirs), [])
  assert.deepEqual((await detail(other)).labels, [])
})

test('look_up_contact shows the customer’s details without notes and custom attributes', async () => {
  setToolCalls({ name: 'look_up_contact', input: {} })
  const event = await say(all.id, '¿Quién soy?', person('Ana Gil', { email: 'ana.gil@example.com' }))
  const { id: contact_id } = event.payload.conversation.contact
  await act('add_contact_note', { contact_id, body: 'Paga tarde' })
  await act('update_contact', { contact_id, city: 'Cali', custom_attributes: { riesgo: 'alto' } })
  await act('tag_contact', { contact_id, label_title: 'Queja' })
  await deliver(event)
  assert.deepEqual(results(), [
    {
      name: 'Ana Gil',
      phone_number: null,
      email: 'ana.gil@example.com',
      city: 'Cali',
      country: null,
      company_name: null,
      job_title: null,
    },
  ])
  for (const secret of ['Paga tarde', 'alto']) assert.ok(!llm.latestRequest().includes(secret))
})

test('A tool without required arguments can be called with none', async () => {
  setToolCalls({ name: 'look_up_contact', input: '' })
  await ask(all.id, '¿Qué sabe de mí?', person('Nora Vidal', { email: 'nora@example.com' }))
  assert.match(llm.latestRequest(), /nora@example\.com/)
})

test('create_lead creates a lead for this customer as the AI agent, and not a second while one is open', async () => {
  setToolCalls({ name: 'create_lead', input: { interest: 'Un apartamento en Chapinero' } })
  const event = await ask(all.id, 'Quiero comprar', person('Luz Mar', { email: 'luz@example.com' }))
  const { contact } = event.payload.conversation
  const [lead, ...others] = await leads(contact.id)
  assert.deepEqual(others, [])
  assert.deepEqual(
    [lead!.name, lead!.email, lead!.custom_attributes, lead!.owner],
    ['Luz Mar', 'luz@example.com', { interest: 'Un apartamento en Chapinero' }, null],
  )
  assert.equal((await events()).findLast(({ name }) => name === 'lead.created')!.actor.type, 'ai_agent')
  const { source_id } = event.payload.conversation
  await ask(all.id, 'Y también una casa', { source_id: source_id! })
  assert.equal((await leads(contact.id)).length, 1)
  await act('crm_mark_lead_lost', { lead_id: lead!.id })
  await ask(all.id, 'Ahora sí quiero', { source_id: source_id! })
  assert.equal((await leads(contact.id)).length, 2)
})

test('The model does not see the team’s title for a lead, and learns that the lead already exists', async () => {
  setToolCalls({ name: 'create_lead', input: { interest: 'Un lote' } })
  const event = await ask(all.id, 'Quiero un lote', person('Rosa Gil'))
  const { contact, source_id } = event.payload.conversation
  const [lead] = await leads(contact.id)
  await act('crm_update_lead', { lead_id: lead!.id, name: 'Rosa, regatea mucho' })
  setToolCalls({ name: 'create_lead', input: { interest: 'Y una casa' } })
  await ask(all.id, 'Y una casa', { source_id: source_id! })
  assert.ok(!llm.latestRequest().includes('regatea'))
  assert.match(llm.latestRequest(), /already/)
})

test('A tool called twice at once, or again after a crash, takes effect once', async () => {
  const twice = { calls: [1, 2, 3].map((n) => ({ name: 'create_lead', input: { interest: `Casa ${n}` } })) }
  llm.answers(({ messages }) => (messages.some(({ role }) => role === 'tool') ? 'Listo.' : twice))
  const event = await say(all.id, 'Quiero una casa')
  const broken = {
    ...registry,
    send_message: { ...registry.send_message, run: () => Promise.reject(new Error('down')) },
  }
  await assert.rejects(deliver(event, broken))
  await assert.rejects(deliver(event, broken))
  await deliver(event)
  assert.equal((await leads(event.payload.conversation.contact.id)).length, 1)
  assert.equal((await repliesTo(event)).length, 1)
})

test('schedule_activity plans for the customer’s opportunity, or else their lead, once per message', async () => {
  const due_at = '2090-03-01T15:00:00-05:00'
  const plan = { name: 'schedule_activity', input: { type: 'call', due_at, about: 'Mostrar planes' } }
  setToolCalls(plan, plan)
  const event = await say(all.id, 'Llámenme el primero de marzo')
  await deliver(event)
  assert.deepEqual(results(), Array(2).fill({ planned: 'call', due_at: '2090-03-01T20:00:00.000Z' }))
  const contact_id = event.payload.conversation.contact.id
  const [lead, ...others] = await leads(contact_id)
  assert.deepEqual(others, [])
  const listPlanned = async (entity_type: 'lead' | 'opportunity', entity_id: string) =>
    (await act('crm_list_activities', { entity_type, entity_id, pending_only: true })).items
  const [activity, ...more] = await listPlanned('lead', lead!.id)
  assert.deepEqual([activity!.type, activity!.body, more], ['call', 'Mostrar planes', []])

  const fields = { name: 'Trato', contact_id, expected_close_date: '2090-01-01', owner_id: actor.id! }
  const deal = await act('crm_create_opportunity', fields)
  setToolCalls(plan)
  await ask(all.id, 'Otra vez', { source_id: event.payload.conversation.source_id! })
  assert.equal((await listPlanned('opportunity', deal.id)).length, 1)
})

test('A past or invalid date is not scheduled, and the model learns why', async () => {
  const input = { type: 'call', about: 'x' }
  setToolCalls(
    { name: 'schedule_activity', input: { ...input, due_at: '2020-01-01T10:00:00Z' } },
    { name: 'schedule_activity', input: { ...input, due_at: 'mañana' } },
  )
  const event = await ask(all.id, 'Llámenme ayer')
  assert.match(llm.latestRequest(), /Choose a time in the future/)
  assert.deepEqual(await leads(event.payload.conversation.contact.id), [])
})

test('search_properties shows published properties on offer, without internal fields', async () => {
  const common = { city: 'Bogotá', operation: 'venta', list_price: 300_000_000 } as const
  const as = { ...actor, account: { ...actor.account, modules: ['real_estate'] } }
  await act('create_property', { ...common, code: 'A-1', name: 'Torre Sol', published: true }, { as })
  await act('create_property', { ...common, code: 'A-2', name: 'Torre Oculta', published: false }, { as })
  setToolCalls({ name: 'search_properties', input: { city: 'bogota', operation: 'venta' } })
  await ask(all.id, '¿Qué tienen en Bogotá?')
  const [{ properties }] = results() as [{ properties: Record<string, unknown>[] }]
  assert.deepEqual(
    properties.map(({ code, list_price }) => [code, list_price]),
    [['A-1', 300_000_000]],
  )
  assert.ok(!('id' in properties[0]!) && !('url' in properties[0]!) && !('custom_attributes' in properties[0]!))
})

test('add_label applies an existing label, but never one that would switch off the agent', async () => {
  await act('create_label', { title: 'Silencio' })
  const inbox = await makeInbox({ enabled_tools: ['add_label'], bypass_labels: ['Silencio'] })
  setToolCalls(
    { name: 'add_label', input: { label: 'Queja' } },
    { name: 'add_label', input: { label: 'Silencio' } },
    { name: 'add_label', input: { label: 'Inventada' } },
  )
  const event = await ask(inbox.id, 'Tengo una queja')
  assert.deepEqual((await detail(event)).labels, ['Queja'])
})

test('Tools do nothing once another agent has taken the conversation', async () => {
  const event = await say(all.id, 'Quiero una casa')
  llm.answers(async ({ messages }) => {
    if (messages.some(({ role }) => role === 'tool')) return 'Listo.'
    await act('reopen_conversation', { conversation_id: event.payload.conversation.id })
    return {
      calls: [
        { name: 'create_lead', input: { interest: 'casa' } },
        { name: 'add_label', input: { label: 'Queja' } },
      ],
    }
  })
  await deliver(event)
  assert.match(llm.latestRequest(), /has moved on/)
  assert.deepEqual(await leads(event.payload.conversation.contact.id), [])
  assert.deepEqual([(await detail(event)).labels, await repliesTo(event)], [[], []])
})

test('The model is reminded of its earlier actions in the conversation', async () => {
  setToolCalls({ name: 'create_lead', input: { interest: 'casa' } })
  const event = await ask(all.id, 'Quiero una casa')
  setToolCalls()
  await ask(all.id, '¿Y entonces?', { source_id: event.payload.conversation.source_id! })
  assert.match(llm.requests.at(-1)!.messages[1]!.content!, /"you_have_done":\[\{"tool":"create_lead"/)
  const [row] = await sql<{ count: number }>`
    select count(*)::int as count from ai_actions where conversation_id = ${event.payload.conversation.id}`
  assert.equal(row!.count, 1)
})
