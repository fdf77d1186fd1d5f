import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Sla } from '#contract/records/inbox.ts'
import { openDatabase } from '#db/database.ts'
import { recordDueBreaches, nextBreachAt } from './breaches.ts'
import type { Runtime } from '#kernel/runtime.ts'
import { openInbox } from '#test/inbox.ts'
import type { Input } from '#test/workspace.ts'

const { act, actor, events, sql, inbox, write, addAgent, addAccount, runtime } = await openInbox()

const MINUTE = 60_000
const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE)

const promise = (first: number | null, next: number | null = null, resolution: number | null = null): Sla => ({
  business_hours_only: true,
  targets: [
    { priority: null, first_response_minutes: first, next_response_minutes: next, resolution_minutes: resolution },
  ],
})

/** Creates an inbox with these SLA settings. */
const makeInbox = (more: Partial<Input<'create_inbox'>> = {}) =>
  act('create_inbox', { name: `Promesas ${Math.random()}`, channel: 'api', auto_assign: false, ...more })

/** Receives a customer message in the inbox, dated this many minutes ago. */
const wait = async (inbox_id: string, minutes: number, message: Partial<Input<'receive_message'>> = {}) =>
  (await write({ inbox_id, ...message }, { now: ago(minutes) })).conversation

/** The sla.breached events of the conversation, oldest first. */
async function breachEvents(conversation_id: string): Promise<BreachEvent[]> {
  const all = (await events()).filter(({ name }) => name === 'sla.breached')
  return all
    .map(({ payload, actor }) => ({ ...(payload as unknown as Omit<BreachEvent, 'actor'>), actor }))
    .filter(({ conversation }) => conversation.id === conversation_id)
}
type BreachEvent = {
  actor: object
  conversation: { id: string }
  sla_breach: { id: string; kind: string; due_at: string; breached_at: string; priority: string }
}
const kinds = async (conversation_id: string) =>
  (await breachEvents(conversation_id)).map(({ sla_breach }) => sla_breach.kind)

/** A second server on the same database. */
const secondNode = (): Runtime => {
  const { password, ...options } = runtime.database.work.options
  const database = openDatabase({ ...(options as object), password: password as string }, () => {}, 4)
  return { ...runtime, database }
}

test('A missed reply is announced once, with the SLA target and the assigned agent', async () => {
  const ines = await addAgent('Inés')
  const team = await act('create_team', { name: 'Ventas' })
  const { id, waiting_since } = await wait(inbox.id, 20)
  await act('assign_conversation', { conversation_id: id, agent: ines.id! })
  await act('set_conversation_team', { conversation_id: id, team: team.id })
  await recordDueBreaches(runtime)
  const [breach, ...others] = await breachEvents(id)
  assert.deepEqual(others, [])
  const detail = await act('get_conversation_detail', { conversation_id: id })
  const { messages: _messages, participants: _participants, ...conversation } = detail
  assert.deepEqual(breach, {
    conversation,
    sla_breach: {
      id: breach!.sla_breach.id,
      conversation_id: id,
      contact: { id: conversation.contact.id, name: conversation.contact.name },
      kind: 'first_response',
      priority: 'none',
      inbox: { id: inbox.id, name: inbox.name },
      assignee: { id: ines.id, name: 'Inés' },
      team: { id: team.id, name: 'Ventas' },
      due_at: new Date(Date.parse(waiting_since!) + 15 * MINUTE).toISOString(),
      breached_at: breach!.sla_breach.breached_at,
    },
    actor: { type: 'system', id: null, name: 'Hilo' },
  })
  await recordDueBreaches(runtime)
  assert.equal((await breachEvents(id)).length, 1)
})

test('A reply still in time is not announced, and the timer is set to the next due time of all workspaces', async () => {
  const other = await addAccount()
  const late = await wait(inbox.id, 5)
  const soon = (await other.write({}, { now: ago(10) })).conversation
  await recordDueBreaches(runtime)
  assert.deepEqual(await sql<{ at: string | null }>`${nextBreachAt}`, [{ at: soon.sla.first_response_due_at }])
  await other.act('resolve_conversation', { conversation_id: soon.id })
  assert.deepEqual(await sql<{ at: string | null }>`${nextBreachAt}`, [{ at: late.sla.first_response_due_at }])
  await act('resolve_conversation', { conversation_id: late.id })
  assert.deepEqual(await sql<{ at: string | null }>`${nextBreachAt}`, [{ at: null }])
  assert.deepEqual(await kinds(late.id), [])
})

test('A reply meets the SLA, while an automation message or private note does not', async () => {
  const answered = await wait(inbox.id, 10)
  await act('send_message', { conversation_id: answered.id, content: 'Buenas' })
  const { sla } = await act('get_conversation_detail', { conversation_id: answered.id })
  assert.deepEqual(sla, { first_response_due_at: null, next_response_due_at: null, resolution_due_at: null })
  const left = await wait(inbox.id, 20)
  const machine = { ...actor, type: 'automation', id: null, name: 'Regla' } as const
  await act('send_message', { conversation_id: left.id, content: 'Ya te respondemos' }, { as: machine })
  const noted = await wait(inbox.id, 20)
  await act('send_message', { conversation_id: noted.id, content: 'Ojo con esta', private: true })
  await recordDueBreaches(runtime)
  assert.deepEqual(await kinds(answered.id), [])
  assert.deepEqual(await kinds(left.id), ['first_response'])
  assert.deepEqual(await kinds(noted.id), ['first_response'])
})

test('Each later wait has its own target, and so does the resolution', async () => {
  const { id: inbox_id } = await makeInbox({ sla: promise(15, 30, 240) })
  const source_id = 'paciente'
  const { id: conversation_id } = await wait(inbox_id, 600, { source_id })
  await recordDueBreaches(runtime)
  assert.deepEqual(await kinds(conversation_id), ['first_response', 'resolution'])
  const answer = (minutes: number) => act('send_message', { conversation_id, content: 'Buenas' }, { now: ago(minutes) })
  await answer(500)
  await wait(inbox_id, 400, { source_id })
  await recordDueBreaches(runtime)
  assert.deepEqual((await kinds(conversation_id)).slice(2), ['next_response'])
  await answer(300)
  await wait(inbox_id, 200, { source_id })
  await wait(inbox_id, 199, { source_id })
  await recordDueBreaches(runtime)
  assert.deepEqual((await kinds(conversation_id)).slice(3), ['next_response'])
  // A reopened conversation gets new SLA deadlines.
  await act('resolve_conversation', { conversation_id }, { now: ago(150) })
  await recordDueBreaches(runtime)
  assert.equal((await kinds(conversation_id)).length, 4)
  const again = await wait(inbox_id, 10, { source_id })
  await recordDueBreaches(runtime)
  assert.equal((await kinds(conversation_id)).length, 4)
  assert.equal(again.sla.resolution_due_at, new Date(Date.parse(again.waiting_since!) + 240 * MINUTE).toISOString())
})

test('A higher priority that makes a reply overdue is announced at once, and another target does not announce it again', async () => {
  const sla = promise(600)
  const urgent = { ...sla.targets[0]!, priority: 'urgent' as const, first_response_minutes: 5 }
  const high = { ...sla.targets[0]!, priority: 'high' as const, first_response_minutes: 8 }
  const { id: inbox_id } = await makeInbox({ sla: { ...sla, targets: [...sla.targets, urgent, high] } })
  const { id: conversation_id } = await wait(inbox_id, 10)
  await recordDueBreaches(runtime)
  assert.deepEqual(await kinds(conversation_id), [])
  await act('set_conversation_priority', { conversation_id, priority: 'urgent' })
  await recordDueBreaches(runtime)
  const [breach] = await breachEvents(conversation_id)
  assert.deepEqual([breach?.sla_breach.kind, breach?.sla_breach.priority], ['first_response', 'urgent'])
  for (const priority of ['high', 'none', 'urgent'] as const) {
    await act('set_conversation_priority', { conversation_id, priority })
    await recordDueBreaches(runtime)
  }
  assert.equal((await breachEvents(conversation_id)).length, 1)
})

test('Changed SLA targets apply to customers already waiting in that inbox, and to no others', async () => {
  const { id: inbox_id } = await makeInbox({ sla: promise(60) })
  const waits = await wait(inbox_id, 30)
  const resolved = await wait(inbox_id, 30)
  await act('resolve_conversation', { conversation_id: resolved.id })
  const elsewhere = await wait((await makeInbox({ sla: promise(60) })).id, 30)
  const updated = await act('update_inbox', { inbox_id, sla: promise(20) })
  assert.equal(updated.sla.targets[0]?.first_response_minutes, 20)
  const { sla } = await act('get_conversation_detail', { conversation_id: waits.id })
  assert.equal(sla.first_response_due_at, new Date(Date.parse(waits.waiting_since!) + 20 * MINUTE).toISOString())
  await recordDueBreaches(runtime)
  assert.deepEqual(await kinds(waits.id), ['first_response'])
  for (const { id } of [resolved, elsewhere]) assert.deepEqual(await kinds(id), [])
})

test('Nothing becomes due outside business hours, and without business hours it does', async () => {
  const never = { time_zone: 'America/Bogota', intervals: [], holidays: [], out_of_office_message: null }
  const { id: inbox_id } = await makeInbox({ business_hours: never })
  const { id: conversation_id, sla } = await wait(inbox_id, 600)
  assert.equal(sla.first_response_due_at, null)
  await recordDueBreaches(runtime)
  assert.deepEqual(await kinds(conversation_id), [])
  await act('update_inbox', { inbox_id, business_hours: null })
  await recordDueBreaches(runtime)
  assert.deepEqual(await kinds(conversation_id), ['first_response'])
})

test('The resolution target counts from the start, even before anyone has written', async () => {
  const { id: inbox_id } = await makeInbox({ sla: promise(null, null, 60) })
  const { id: contact_id } = await act('create_contact', { name: 'Ana', email: 'ana@correo.example' })
  const { id: conversation_id } = await act('create_conversation', { contact_id, inbox_id }, { now: ago(90) })
  await recordDueBreaches(runtime)
  assert.deepEqual(await kinds(conversation_id), ['resolution'])
})

test('Two servers checking at once announce each breach once, in every workspace', async () => {
  const other = await addAccount()
  const ids = await Promise.all(Array.from({ length: 20 }, async () => (await wait(inbox.id, 30)).id))
  const theirs = await Promise.all(
    Array.from({ length: 10 }, async () => (await other.write({}, { now: ago(30) })).conversation.id),
  )
  const second = secondNode()
  await Promise.all([
    recordDueBreaches(runtime),
    recordDueBreaches(second),
    recordDueBreaches(runtime),
    recordDueBreaches(second),
  ])
  // A conversation locked by the other server is skipped, so one more run records the rest.
  await recordDueBreaches(runtime)
  await second.database.close()
  const rows = await sql<{ id: string; count: number }>`
    select payload -> 'conversation' ->> 'id' as id, count(*)::int as count from events
     where name = 'sla.breached' and payload -> 'conversation' ->> 'id' = any(${[...ids, ...theirs]}) group by 1`
  assert.deepEqual(
    rows.map(({ id, count }) => `${id} ${count}`).toSorted(),
    [...ids, ...theirs].map((id) => `${id} 1`).toSorted(),
  )
})

test('A conversation locked by a reply in progress is left for later', async () => {
  const { id: conversation_id } = await wait(inbox.id, 30)
  const client = await runtime.database.work.connect()
  await client.query('begin')
  await client.query('select from conversations where id = $1 for no key update', [conversation_id])
  await recordDueBreaches(runtime)
  assert.deepEqual(await kinds(conversation_id), [])
  await client.query('commit')
  client.release()
  await recordDueBreaches(runtime)
  assert.deepEqual(await kinds(conversation_id), ['first_response'])
})

test('Customers can write while SLA targets change, and every deadline follows the final targets', async () => {
  const { id: inbox_id } = await makeInbox({ sla: promise(60) })
  const people = Array.from({ length: 8 }, (_, i) => `a la vez ${i}`)
  for (const source_id of people) await wait(inbox_id, 10, { source_id })
  const writing = people.flatMap((source_id) => [1, 2, 3].map(() => write({ inbox_id, source_id })))
  const changing = [5, 20, 30, 45].map((first) => act('update_inbox', { inbox_id, sla: promise(first) }))
  await Promise.all([...writing, ...changing])
  const settled = await act('get_inbox', { inbox_id })
  const minutes = settled.sla.targets[0]!.first_response_minutes!
  const { items } = await act('list_conversations', { inbox_id, limit: 100 })
  assert.equal(items.length, people.length)
  for (const { waiting_since, sla } of items)
    assert.equal(sla.first_response_due_at, new Date(Date.parse(waiting_since!) + minutes * MINUTE).toISOString())
})
