import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BusinessHours } from '#contract/records/inbox.ts'
import type { Event } from '#kernel/subscriber.ts'
import { subscriberContext } from '#kernel/worker.ts'
import { registry } from '#registry'
import { send_out_of_office } from '#subscribers/send_out_of_office.ts'
import { openInbox } from '#test/inbox.ts'
import type { Input } from '#test/workspace.ts'

const { act, actor, sql, runtime, write, addAgent, events } = await openInbox()

const HOUR = 3_600_000
const closed: BusinessHours = {
  time_zone: 'America/Bogota',
  intervals: [],
  holidays: [],
  out_of_office_message: 'Hola, {{contact.first_name}}: {{inbox.name}} abre mañana.',
}
const always = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '00:00', to: '24:00' }))

const makeInbox = (business_hours: BusinessHours | null) =>
  act('create_inbox', { name: 'La tienda', channel: 'api', auto_assign: false, business_hours })

type Received = Event<'message.received'>

/** A customer writes; returns the event. */
async function say(
  inbox_id: string,
  overrides: Partial<Input<'receive_message'>> = {},
  now = new Date(),
): Promise<Received> {
  const { message } = await write({ inbox_id, contact: { name: 'Íngrid Peña' }, ...overrides }, { now })
  const [event] = await sql<Received>`
    select account_id, id, sequence, name, actor, payload, occurred_at from events
     where account_id = ${actor.account.id} and name = 'message.received' and payload -> 'message' ->> 'id' = ${message.id}`
  return event!
}

/** Delivers the event to the subscriber, as the worker does. */
const deliver = (event: Received) => send_out_of_office.run(subscriberContext(runtime, registry, event), event)

/** Messages to the customer, oldest first. */
async function listMessages({ payload: { conversation } }: Received) {
  const { items } = await act('get_conversation_messages', { conversation_id: conversation.id, limit: 100 })
  return items.filter(({ direction }) => direction === 'outgoing').toReversed()
}
const texts = async (event: Received) => (await listMessages(event)).map(({ content }) => content)

test('A customer who writes outside business hours gets a notice with their name, and still waits', async () => {
  const { id } = await makeInbox(closed)
  const event = await say(id)
  const count = (await events()).length
  await deliver(event)
  const [message, ...others] = await listMessages(event)
  assert.deepEqual(others, [])
  assert.equal(message!.content, 'Hola, Íngrid: La tienda abre mañana.')
  assert.deepEqual(message!.author, { type: 'automation', id: null, name: 'La tienda' })
  const emitted = (await events()).slice(count)
  assert.deepEqual(
    emitted.map(({ name }) => name),
    ['message.sent'],
  )
  const { conversation } = event.payload
  const after = await act('get_conversation_detail', { conversation_id: conversation.id })
  assert.deepEqual(
    [after.waiting_since, after.sla, after.status, after.first_reply_at],
    [conversation.waiting_since, conversation.sla, 'open', null],
  )
  const [row] = await sql<{ idle: boolean }>`
    select idle_since < last_activity_at as idle from conversations where id = ${conversation.id}`
  assert.equal(row?.idle, true)
})

test('An event delivered again, even twice at once, is answered once', async () => {
  const { id } = await makeInbox(closed)
  const event = await say(id)
  await Promise.all([deliver(event), deliver(event), deliver(event)])
  await deliver(event)
  assert.equal((await listMessages(event)).length, 1)
})

test('A notice that fails is rolled back and sent on retry', async () => {
  const { id } = await makeInbox(closed)
  const event = await say(id)
  const broken = {
    ...registry,
    send_message: { ...registry.send_message, run: () => Promise.reject(new Error('down')) },
  }
  await assert.rejects(send_out_of_office.run(subscriberContext(runtime, broken, event), event))
  assert.deepEqual(await listMessages(event), [])
  await deliver(event)
  assert.equal((await listMessages(event)).length, 1)
})

test('A conversation gets at most one notice per day; another customer gets their own', async () => {
  const { id } = await makeInbox(closed)
  const now = Date.now()
  const at = (hours: number) => new Date(now + hours * HOUR)
  const ana = { source_id: 'ana' }
  const first = await say(id, ana, at(-48))
  await deliver(first)
  for (const hours of [-47, -36, -24.01]) await deliver(await say(id, ana, at(hours)))
  assert.equal((await listMessages(first)).length, 1)
  await deliver(await say(id, ana, at(-24)))
  assert.equal((await listMessages(first)).length, 2)
  const luis = await say(id, { source_id: 'luis' })
  await deliver(luis)
  assert.equal((await listMessages(luis)).length, 1)
})

test('A customer answered in the last five minutes gets no notice', async () => {
  const { id } = await makeInbox(closed)
  const agent = await addAgent('Inés')
  const now = Date.now()
  const source_id = 'en plena charla'
  const { payload } = await say(id, { source_id }, new Date(now - HOUR))
  const conversation_id = payload.conversation.id
  const reply = (minutes: number, as = agent, isPrivate = false) =>
    act(
      'send_message',
      { conversation_id, content: 'Aquí estoy', private: isPrivate },
      { as, now: new Date(now - minutes * 60_000) },
    )
  await reply(30)
  await reply(24)
  const soon = await say(id, { source_id }, new Date(now - 20 * 60_000))
  await deliver(soon)
  assert.deepEqual(await texts(soon), ['Aquí estoy', 'Aquí estoy'])
  // Neither a note nor an old reply counts as an answer.
  await reply(2, agent, true)
  const later = await say(id, { source_id }, new Date(now))
  await deliver(later)
  assert.equal((await texts(later)).at(-1), 'Hola, Íngrid: La tienda abre mañana.')
})

test('No notice is sent during business hours, without hours, or without a text', async () => {
  const quiet: (BusinessHours | null)[] = [
    null,
    { ...closed, intervals: always },
    { ...closed, out_of_office_message: null },
    { ...closed, out_of_office_message: ' ' },
    { ...closed, out_of_office_message: '{{contact.city}}' },
  ]
  for (const hours of quiet) {
    const event = await say((await makeInbox(hours)).id)
    await deliver(event)
    assert.deepEqual(await listMessages(event), [], JSON.stringify(hours))
  }
})

test('The time of the message counts, not the time of the delivery', async () => {
  const monday = { ...closed, time_zone: 'UTC', intervals: [{ day: 1, from: '09:00', to: '18:00' }] }
  const { id } = await makeInbox(monday)
  const open = await say(id, {}, new Date('2026-11-09T17:59:59Z'))
  const late = await say(id, {}, new Date('2026-11-09T18:00:00Z'))
  for (const event of [open, late]) await deliver(event)
  assert.deepEqual([(await listMessages(open)).length, (await listMessages(late)).length], [0, 1])
})

test('A conversation deleted meanwhile is ignored', async () => {
  const { id } = await makeInbox(closed)
  const event = await say(id)
  await act('delete_contact', { contact_id: event.payload.conversation.contact.id })
  await deliver(event)
})

test('Where the AI agent answers first, no notice is sent beside its answer', async () => {
  const { id } = await act('create_inbox', {
    name: 'Con IA',
    channel: 'api',
    ai_agent_enabled: true,
    business_hours: closed,
  })
  const event = await say(id)
  assert.equal(event.payload.conversation.status, 'pending')
  await deliver(event)
  assert.deepEqual(await texts(event), [])
})
