import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Sla } from '#contract/records/inbox.ts'
import { openDatabase } from '#db/database.ts'
import { breachSlas, nextBreach } from '#domains/conversations/sla.ts'
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

/** An inbox that promises this. */
const makeInbox = (more: Partial<Input<'create_inbox'>> = {}) =>
  act('create_inbox', { name: `Promesas ${Math.random()}`, channel: 'api', auto_assign: false, ...more })

/** A customer wrote there so many minutes ago. */
const wait = async (inbox_id: string, minutes: number, said: Partial<Input<'receive_message'>> = {}) =>
  (await write({ inbox_id, ...said }, { now: ago(minutes) })).conversation

/** What was told as missed of this conversation, oldest first. */
async function told(conversation_id: string): Promise<Told[]> {
  const all = (await events()).filter(({ name }) => name === 'sla.breached')
  return all
    .map(({ payload, actor }) => ({ ...(payload as unknown as Omit<Told, 'actor'>), actor }))
    .filter(({ conversation }) => conversation.id === conversation_id)
}
type Told = {
  actor: object
  conversation: { id: string }
  sla_breach: { id: string; kind: string; due_at: string; breached_at: string; priority: string }
}
const kinds = async (conversation_id: string) => (await told(conversation_id)).map(({ sla_breach }) => sla_breach.kind)

/** The same workspace, as another node sees it. */
const secondNode = (): Runtime => {
  const { password, ...options } = runtime.database.work.options
  const database = openDatabase({ ...(options as object), password: password as string }, () => {}, 4)
  return { ...runtime, database }
}

test('who is not answered in time is told of once, with what was promised and who had it', async () => {
  const ines = await addAgent('Inés')
  const team = await act('create_team', { name: 'Ventas' })
  const { id, waiting_since } = await wait(inbox.id, 20)
  await act('assign_conversation', { conversation_id: id, agent: ines.id! })
  await act('set_conversation_team', { conversation_id: id, team: team.id })
  await breachSlas(runtime)
  const [breach, ...others] = await told(id)
  assert.deepEqual(others, [])
  const detail = await act('get_conversation_detail', { conversation_id: id })
  const { messages: _messages, participants: _participants, ...conversation } = detail
  assert.deepEqual(breach, {
    conversation,
    sla_breach: {
      id: breach!.sla_breach.id,
      conversation_id: id,
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
  await breachSlas(runtime)
  assert.equal((await told(id)).length, 1)
})

test('what is still in time is not told, and the clock is set to the next promise of all workspaces', async () => {
  const other = await addAccount()
  const late = await wait(inbox.id, 5)
  const soon = (await other.write({}, { now: ago(10) })).conversation
  await breachSlas(runtime)
  assert.deepEqual(await nextBreach(sql), [{ at: soon.sla.first_response_due_at }])
  await other.act('resolve_conversation', { conversation_id: soon.id })
  assert.deepEqual(await nextBreach(sql), [{ at: late.sla.first_response_due_at }])
  await act('resolve_conversation', { conversation_id: late.id })
  assert.deepEqual(await nextBreach(sql), [{ at: null }])
  assert.deepEqual(await kinds(late.id), [])
})

test('an answer keeps the promise; an automation’s word and a note do not', async () => {
  const answered = await wait(inbox.id, 10)
  await act('send_message', { conversation_id: answered.id, content: 'Buenas' })
  const { sla } = await act('get_conversation_detail', { conversation_id: answered.id })
  assert.deepEqual(sla, { first_response_due_at: null, next_response_due_at: null, resolution_due_at: null })
  const left = await wait(inbox.id, 20)
  const machine = { ...actor, type: 'automation', id: null, name: 'Regla' } as const
  await act('send_message', { conversation_id: left.id, content: 'Ya te respondemos' }, { as: machine })
  const noted = await wait(inbox.id, 20)
  await act('send_message', { conversation_id: noted.id, content: 'Ojo con esta', private: true })
  await breachSlas(runtime)
  assert.deepEqual(await kinds(answered.id), [])
  assert.deepEqual(await kinds(left.id), ['first_response'])
  assert.deepEqual(await kinds(noted.id), ['first_response'])
})

test('each later wait is a promise of its own, and so is the matter as a whole', async () => {
  const { id: inbox_id } = await makeInbox({ sla: promise(15, 30, 240) })
  const source_id = 'paciente'
  const { id: conversation_id } = await wait(inbox_id, 600, { source_id })
  await breachSlas(runtime)
  assert.deepEqual(await kinds(conversation_id), ['first_response', 'resolution'])
  const answer = (minutes: number) => act('send_message', { conversation_id, content: 'Buenas' }, { now: ago(minutes) })
  await answer(500)
  await wait(inbox_id, 400, { source_id })
  await breachSlas(runtime)
  assert.deepEqual((await kinds(conversation_id)).slice(2), ['next_response'])
  await answer(300)
  await wait(inbox_id, 200, { source_id })
  await wait(inbox_id, 199, { source_id })
  await breachSlas(runtime)
  assert.deepEqual((await kinds(conversation_id)).slice(3), ['next_response'])
  // Resolved and opened again, it begins anew.
  await act('resolve_conversation', { conversation_id }, { now: ago(150) })
  await breachSlas(runtime)
  assert.equal((await kinds(conversation_id)).length, 4)
  const again = await wait(inbox_id, 10, { source_id })
  await breachSlas(runtime)
  assert.equal((await kinds(conversation_id)).length, 4)
  assert.equal(again.sla.resolution_due_at, new Date(Date.parse(again.waiting_since!) + 240 * MINUTE).toISOString())
})

test('raising the priority may make it due already, and then it is told at once; a second target does not tell it twice', async () => {
  const sla = promise(600)
  const urgent = { ...sla.targets[0]!, priority: 'urgent' as const, first_response_minutes: 5 }
  const high = { ...sla.targets[0]!, priority: 'high' as const, first_response_minutes: 8 }
  const { id: inbox_id } = await makeInbox({ sla: { ...sla, targets: [...sla.targets, urgent, high] } })
  const { id: conversation_id } = await wait(inbox_id, 10)
  await breachSlas(runtime)
  assert.deepEqual(await kinds(conversation_id), [])
  await act('set_conversation_priority', { conversation_id, priority: 'urgent' })
  await breachSlas(runtime)
  const [breach] = await told(conversation_id)
  assert.deepEqual([breach?.sla_breach.kind, breach?.sla_breach.priority], ['first_response', 'urgent'])
  for (const priority of ['high', 'none', 'urgent'] as const) {
    await act('set_conversation_priority', { conversation_id, priority })
    await breachSlas(runtime)
  }
  assert.equal((await told(conversation_id)).length, 1)
})

test('an inbox that promises otherwise promises it to those who wait already, and to no others', async () => {
  const { id: inbox_id } = await makeInbox({ sla: promise(60) })
  const waits = await wait(inbox_id, 30)
  const resolved = await wait(inbox_id, 30)
  await act('resolve_conversation', { conversation_id: resolved.id })
  const elsewhere = await wait((await makeInbox({ sla: promise(60) })).id, 30)
  const updated = await act('update_inbox', { inbox_id, sla: promise(20) })
  assert.equal(updated.sla.targets[0]?.first_response_minutes, 20)
  const { sla } = await act('get_conversation_detail', { conversation_id: waits.id })
  assert.equal(sla.first_response_due_at, new Date(Date.parse(waits.waiting_since!) + 20 * MINUTE).toISOString())
  await breachSlas(runtime)
  assert.deepEqual(await kinds(waits.id), ['first_response'])
  for (const { id } of [resolved, elsewhere]) assert.deepEqual(await kinds(id), [])
})

test('outside the hours nothing runs out, and once there are none it does', async () => {
  const never = { time_zone: 'America/Bogota', intervals: [], holidays: [], out_of_office_message: null }
  const { id: inbox_id } = await makeInbox({ business_hours: never })
  const { id: conversation_id, sla } = await wait(inbox_id, 600)
  assert.equal(sla.first_response_due_at, null)
  await breachSlas(runtime)
  assert.deepEqual(await kinds(conversation_id), [])
  await act('update_inbox', { inbox_id, business_hours: null })
  await breachSlas(runtime)
  assert.deepEqual(await kinds(conversation_id), ['first_response'])
})

test('what is to be resolved in time is so from the beginning, also where nobody has written yet', async () => {
  const { id: inbox_id } = await makeInbox({ sla: promise(null, null, 60) })
  const { id: contact_id } = await act('create_contact', { name: 'Ana', email: 'ana@correo.example' })
  const { id: conversation_id } = await act('create_conversation', { contact_id, inbox_id }, { now: ago(90) })
  await breachSlas(runtime)
  assert.deepEqual(await kinds(conversation_id), ['resolution'])
})

test('two nodes that look at once tell each once, of every workspace', async () => {
  const other = await addAccount()
  const ids = await Promise.all(Array.from({ length: 20 }, async () => (await wait(inbox.id, 30)).id))
  const theirs = await Promise.all(
    Array.from({ length: 10 }, async () => (await other.write({}, { now: ago(30) })).conversation.id),
  )
  const second = secondNode()
  await Promise.all([breachSlas(runtime), breachSlas(second), breachSlas(runtime), breachSlas(second)])
  // One that another node held just then is left to it.
  await breachSlas(runtime)
  await second.database.close()
  const rows = await sql<{ id: string; count: number }>`
    select payload -> 'conversation' ->> 'id' as id, count(*)::int as count from events
     where name = 'sla.breached' and payload -> 'conversation' ->> 'id' = any(${[...ids, ...theirs]}) group by 1`
  assert.deepEqual(
    rows.map(({ id, count }) => `${id} ${count}`).toSorted(),
    [...ids, ...theirs].map((id) => `${id} 1`).toSorted(),
  )
})

test('one somebody is answering this very moment is left to them', async () => {
  const { id: conversation_id } = await wait(inbox.id, 30)
  const client = await runtime.database.work.connect()
  await client.query('begin')
  await client.query('select from conversations where id = $1 for no key update', [conversation_id])
  await breachSlas(runtime)
  assert.deepEqual(await kinds(conversation_id), [])
  await client.query('commit')
  client.release()
  await breachSlas(runtime)
  assert.deepEqual(await kinds(conversation_id), ['first_response'])
})

test('customers who write while the promises change are not turned away, and no answer waits for long', async () => {
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
