import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contentForCustomer } from '#domains/access/public/survey-links.ts'
import { enqueueEvent } from '#domains/webhooks/deliveries/enqueue.ts'
import { classicWebhook } from '#doors/classic/shapes/webhook.ts'
import type { Event } from '#kernel/subscriber.ts'
import { subscriberContext } from '#kernel/worker.ts'
import { registry } from '#registry'
import { ask_satisfaction } from '#subscribers/ask_satisfaction.ts'
import { openInbox } from '#test/inbox.ts'
import type { Input } from '#test/workspace.ts'

const { act, actor, sql, runtime, write, events, visit, addAgent } = await openInbox()
const links = { account_id: actor.account.id, secret: runtime.secret, base_url: runtime.config.base_url }

const asking = { enabled: true, message: null }
const makeInbox = (channel: 'api' | 'web_widget', csat: Input<'create_inbox'>['csat'] = asking) =>
  act('create_inbox', { name: 'La tienda', channel, auto_assign: false, csat })
const program = await makeInbox('api')
const site = await makeInbox('web_widget')

type Resolved = Event<'conversation.resolved'>

/** The latest time this conversation was resolved. */
async function resolution(conversation_id: string): Promise<Resolved> {
  const [event] = await sql<Resolved>`
    select account_id, id, sequence, name, actor, payload, occurred_at from events
     where account_id = ${actor.account.id} and name = 'conversation.resolved' and payload -> 'conversation' ->> 'id' = ${conversation_id}
     order by sequence desc limit 1`
  return event!
}

const answer = (conversation_id: string) => act('send_message', { conversation_id, content: 'Con gusto' })

/** Answers and resolves a customer's conversation; returns the event. */
async function settle(inbox_id: string, overrides: Partial<Input<'receive_message'>> = {}): Promise<Resolved> {
  const { conversation } = await write({ inbox_id, ...overrides })
  await answer(conversation.id)
  await act('resolve_conversation', { conversation_id: conversation.id })
  return resolution(conversation.id)
}

/** Delivers the event to the subscriber, as the worker does. */
const deliver = (event: Resolved) => ask_satisfaction.run(subscriberContext(runtime, registry, event), event)

async function listSurveys(conversation_id: string) {
  const { items } = await act('get_conversation_messages', { conversation_id, limit: 100 })
  return items.filter(({ content_attributes }) => content_attributes.survey)
}
const surveys = (conversation_id: string) =>
  sql<{ token: string; message_id: string; assignee_id: string | null; rating: number | null }>`
    select token, message_id, assignee_id, rating from csat_surveys where conversation_id = ${conversation_id} order by id`

test('A resolved conversation gets a survey link, stays resolved and is not waiting', async () => {
  const agent = await addAgent('Inés')
  const { conversation } = await write({ inbox_id: program.id })
  await act('assign_conversation', { conversation_id: conversation.id, agent: agent.id! })
  await answer(conversation.id)
  await act('resolve_conversation', { conversation_id: conversation.id })
  const event = await resolution(conversation.id)
  const before = await act('get_conversation_detail', { conversation_id: conversation.id })
  const [idle] = await sql`select idle_since from conversations where id = ${conversation.id}`
  const count = (await events()).length
  await deliver(event)
  const [message, ...others] = await listSurveys(conversation.id)
  const [survey] = await surveys(conversation.id)
  assert.deepEqual(others, [])
  assert.equal(message!.content, '¿Cómo te atendimos?')
  assert.equal(
    contentForCustomer(links, message!),
    `¿Cómo te atendimos?\nhttp://localhost:3000/survey/${survey!.token}`,
  )
  assert.equal(message!.content_type, 'text')
  assert.deepEqual(message!.author, { type: 'automation', id: null, name: 'La tienda' })
  assert.deepEqual([survey!.message_id, survey!.assignee_id, survey!.rating], [message!.id, agent.id, null])
  assert.deepEqual(
    (await events()).slice(count).map(({ name }) => name),
    ['message.sent'],
  )
  const after = await act('get_conversation_detail', { conversation_id: conversation.id })
  for (const field of ['status', 'waiting_since', 'resolved_at', 'unread_count', 'sla'] as const)
    assert.deepEqual(after[field], before[field], field)
  assert.deepEqual(await sql`select idle_since from conversations where id = ${conversation.id}`, [idle])
})

test('Agents, keys and their programs see the question but never the link, so that nobody rates themselves', async () => {
  const url = 'https://example.com/'
  const all = await act('create_webhook', { url, events: ['*'] })
  const classic = await act('create_webhook', { url, kind: 'classic', events: ['message_created'] })
  const behind = await act('create_webhook', { url, kind: 'inbox', inbox_id: program.id })
  const event = await settle(program.id, { source_id: 'cliente-de-encuesta' })
  const { id: conversation_id } = event.payload.conversation
  await deliver(event)
  const [survey] = await surveys(conversation_id)
  const [sent] = await sql<Event>`select * from events where name = 'message.sent' order by sequence desc limit 1`
  await enqueueEvent(subscriberContext(runtime, registry, sent!), sent!, classicWebhook)

  const seen = [
    await act('get_conversation_messages', { conversation_id }),
    await act('get_conversation_detail', { conversation_id }),
    await act('list_csat_responses', {}),
    sent,
    await sql`select * from webhook_deliveries where webhook_id = any(${[all.id, classic.id]})`,
  ]
  assert.equal((seen[4] as object[]).length, 2)
  for (const each of seen) assert.doesNotMatch(JSON.stringify(each), new RegExp(survey!.token))

  const [copy] = await sql<{
    id: string
    body: string
  }>`select id, body from webhook_deliveries where webhook_id = ${behind.id} and body like '%survey%'`
  assert.match(copy!.body, new RegExp(`/survey/${survey!.token}`), 'the program that passes it on to the customer')
  const shown = await act('get_webhook_delivery', { webhook_id: behind.id, delivery_id: copy!.id })
  assert.match(shown.body!, /\/survey\/…/)
  const { chat } = visit(program, { source_id: 'cliente-de-encuesta' })
  const { items } = await chat('list_chat_messages', {})
  assert.equal(items[0]!.content, `¿Cómo te atendimos?\nhttp://localhost:3000/survey/${survey!.token}`)
})

test('In a live chat the survey appears in the chat, even when the visitor resolved it', async () => {
  const { chat } = visit(site)
  await chat('post_chat_message', { client_id: 'uno', content: 'Hola' })
  await answer((await chat('get_chat', {})).conversation!.id)
  const { id } = await chat('resolve_chat', {})
  await deliver(await resolution(id))
  const { messages } = await chat('get_chat', {})
  const [survey] = await surveys(id)
  assert.equal(messages[0]!.content, '¿Cómo te atendimos?')
  assert.equal(messages[0]!.content_type, 'input_csat')
  assert.deepEqual(messages[0]!.survey, {
    token: survey!.token,
    rating: null,
    comment: null,
    closes_at: new Date(Date.parse(messages[0]!.created_at) + 14 * 86_400_000).toISOString(),
  })
  assert.equal(messages[1]!.survey, null)
  const { items } = await chat('list_chat_messages', {})
  assert.deepEqual(items, messages)
})

test('The survey uses the text of the inbox with variables, or the language of the workspace', async () => {
  const own = await makeInbox('api', { enabled: true, message: '{{contact.first_name}}, ¿qué tal {{inbox.name}}?' })
  const first = await settle(own.id, { contact: { name: 'Íngrid Peña' } })
  await deliver(first)
  const [message] = await listSurveys(first.payload.conversation.id)
  assert.equal(message!.content, 'Íngrid, ¿qué tal La tienda?')
  await sql`update accounts set locale = 'en' where id = ${actor.account.id}`
  const second = await settle(program.id)
  await deliver(second)
  const [english] = await listSurveys(second.payload.conversation.id)
  assert.equal(english!.content, 'How did we do?')
  await sql`update accounts set locale = 'es' where id = ${actor.account.id}`
})

test('An event delivered again, even several times at once, sends one survey', async () => {
  const event = await settle(program.id)
  const { id } = event.payload.conversation
  await Promise.all([deliver(event), deliver(event), deliver(event)])
  await deliver(event)
  assert.equal((await listSurveys(id)).length, 1)
  assert.equal((await surveys(id)).length, 1)
  // Even when delivered again much later.
  await sql`update csat_surveys set sent_at = ${event.occurred_at} where conversation_id = ${id}`
  await deliver({ ...event })
  assert.equal((await surveys(id)).length, 1)
})

test('A conversation gets at most one survey per day', async () => {
  const source_id = 'vuelve'
  const first = await settle(program.id, { source_id })
  const { id } = first.payload.conversation
  await deliver(first)
  await deliver(await settle(program.id, { source_id }))
  assert.equal((await surveys(id)).length, 1)
  await sql`update csat_surveys set sent_at = sent_at - interval '25 hours' where conversation_id = ${id}`
  await deliver(await settle(program.id, { source_id }))
  assert.equal((await surveys(id)).length, 2)
  assert.equal((await listSurveys(id)).length, 2)
})

test('No survey goes to contacts who never wrote, were not answered or are blocked, to reopened conversations, or if the inbox sends none', async () => {
  const quiet = await settle((await makeInbox('api', { enabled: false, message: 'No' })).id)
  const { id: contact_id } = await act('create_contact', { name: 'Ana', email: 'ana@correo.example' })
  const { id } = await act('create_conversation', { contact_id, inbox_id: program.id, message: { content: 'Hola' } })
  await act('resolve_conversation', { conversation_id: id })
  const silent = await resolution(id)
  const { conversation } = await settle(program.id, { source_id: 'sin-respuesta' }).then(({ payload }) => payload)
  await write({ inbox_id: program.id, source_id: 'sin-respuesta' })
  await act('send_message', { conversation_id: conversation.id, content: '¿Quién la toma?', private: true })
  await act('resolve_conversation', { conversation_id: conversation.id })
  const unanswered = await resolution(conversation.id)
  const blocked = await settle(program.id)
  await act('update_contact', { contact_id: blocked.payload.conversation.contact.id, blocked: true })
  const open = await settle(program.id)
  await act('reopen_conversation', { conversation_id: open.payload.conversation.id })
  for (const event of [quiet, silent, unanswered, blocked, open]) {
    await deliver(event)
    assert.deepEqual(await surveys(event.payload.conversation.id), [])
  }
})

test('A conversation deleted meanwhile gets no survey', async () => {
  const event = await settle(program.id)
  await act('delete_contact', { contact_id: event.payload.conversation.contact.id })
  await deliver(event)
})
