import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Event } from '#kernel/subscriber.ts'
import { hands } from '#kernel/worker.ts'
import { registry } from '#registry'
import { ask_satisfaction } from '#subscribers/ask_satisfaction.ts'
import { openInbox } from '#test/inbox.ts'
import type { Input } from '#test/workspace.ts'

const { act, actor, sql, runtime, write, events, visit, addAgent } = await openInbox()

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

/** A customer whose matter is resolved; answers the event of it. */
async function settle(inbox_id: string, said: Partial<Input<'receive_message'>> = {}): Promise<Resolved> {
  const { conversation } = await write({ inbox_id, ...said })
  await act('resolve_conversation', { conversation_id: conversation.id })
  return resolution(conversation.id)
}

/** The worker carries the event to the subscriber. */
const deliver = (event: Resolved) => ask_satisfaction.run(hands(runtime, registry, event), event)

async function asked(conversation_id: string) {
  const { items } = await act('get_conversation_messages', { conversation_id, limit: 100 })
  return items.filter(({ direction }) => direction === 'outgoing')
}
const surveys = (conversation_id: string) =>
  sql<{ token: string; message_id: string; assignee_id: string | null; rating: number | null }>`
    select token, message_id, assignee_id, rating from csat_surveys where conversation_id = ${conversation_id} order by id`

test('whose matter is resolved is asked by the inbox, with a link; it stays resolved and nobody waits', async () => {
  const agent = await addAgent('Inés')
  const { conversation } = await write({ inbox_id: program.id })
  await act('assign_conversation', { conversation_id: conversation.id, agent: agent.id! })
  await act('resolve_conversation', { conversation_id: conversation.id })
  const event = await resolution(conversation.id)
  const before = await act('get_conversation_detail', { conversation_id: conversation.id })
  const [idle] = await sql`select idle_since from conversations where id = ${conversation.id}`
  const count = (await events()).length
  await deliver(event)
  const [message, ...others] = await asked(conversation.id)
  const [survey] = await surveys(conversation.id)
  assert.deepEqual(others, [])
  assert.equal(message!.content, `¿Cómo te atendimos?\nhttp://localhost:3000/survey/${survey!.token}`)
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

test('in a live chat the visitor is asked right there, also when they resolved it themselves', async () => {
  const { chat } = visit(site)
  await chat('post_chat_message', { client_id: 'uno', content: 'Hola' })
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

test('it asks in the words of the inbox, with names filled in, and in the language of the workspace', async () => {
  const own = await makeInbox('api', { enabled: true, message: '{{contact.first_name}}, ¿qué tal {{inbox.name}}?' })
  const first = await settle(own.id, { contact: { name: 'Íngrid Peña' } })
  await deliver(first)
  const [message] = await asked(first.payload.conversation.id)
  assert.match(message!.content!, /^Íngrid, ¿qué tal La tienda\?\nhttp/)
  await sql`update accounts set locale = 'en' where id = ${actor.account.id}`
  const second = await settle(program.id)
  await deliver(second)
  const [english] = await asked(second.payload.conversation.id)
  assert.match(english!.content!, /^How did we do\?\nhttp/)
  await sql`update accounts set locale = 'es' where id = ${actor.account.id}`
})

test('an event that is delivered again, also several times at once, asks once', async () => {
  const event = await settle(program.id)
  const { id } = event.payload.conversation
  await Promise.all([deliver(event), deliver(event), deliver(event)])
  await deliver(event)
  assert.equal((await asked(id)).length, 1)
  assert.equal((await surveys(id)).length, 1)
  // However late it comes again.
  await sql`update csat_surveys set sent_at = ${event.occurred_at} where conversation_id = ${id}`
  await deliver({ ...event })
  assert.equal((await surveys(id)).length, 1)
})

test('within a day nobody is asked twice in a conversation; after it they may be', async () => {
  const source_id = 'vuelve'
  const first = await settle(program.id, { source_id })
  const { id } = first.payload.conversation
  await deliver(first)
  await deliver(await settle(program.id, { source_id }))
  assert.equal((await surveys(id)).length, 1)
  await sql`update csat_surveys set sent_at = sent_at - interval '25 hours' where conversation_id = ${id}`
  await deliver(await settle(program.id, { source_id }))
  assert.equal((await surveys(id)).length, 2)
  assert.equal((await asked(id)).length, 2)
})

test('nobody is asked where the inbox does not, who never wrote, who is blocked, or whose matter is open again', async () => {
  const quiet = await settle((await makeInbox('api', { enabled: false, message: 'No' })).id)
  const { id: contact_id } = await act('create_contact', { name: 'Ana', email: 'ana@correo.example' })
  const { id } = await act('create_conversation', { contact_id, inbox_id: program.id, message: { content: 'Hola' } })
  await act('resolve_conversation', { conversation_id: id })
  const silent = await resolution(id)
  const blocked = await settle(program.id)
  await act('update_contact', { contact_id: blocked.payload.conversation.contact.id, blocked: true })
  const open = await settle(program.id)
  await act('reopen_conversation', { conversation_id: open.payload.conversation.id })
  for (const event of [quiet, silent, blocked, open]) {
    await deliver(event)
    assert.deepEqual(await surveys(event.payload.conversation.id), [])
  }
})

test('a conversation that is gone meanwhile needs no question', async () => {
  const event = await settle(program.id)
  await act('delete_contact', { contact_id: event.payload.conversation.contact.id })
  await deliver(event)
})
