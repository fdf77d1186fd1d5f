import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDatabase } from '#db/database.ts'
import { nextReopenAt, reopenSnoozed } from './snooze-timer.ts'
import type { Runtime } from '#kernel/runtime.ts'
import { openInbox } from '#test/inbox.ts'

const { act, actor, events, since, sql, inbox, talk, write, addAgent, arrive, addAccount, runtime } = await openInbox()

/** Creates a conversation whose snooze time has passed. */
const overdue = async (account: { act: typeof act } = { act }, begin = talk) => {
  const { id: conversation_id } = await begin()
  const now = new Date(Date.now() - 3_600_000)
  const until = new Date(Date.now() - 1000).toISOString()
  await account.act('snooze_conversation', { conversation_id, until }, { now })
  return conversation_id
}
const statusOf = async (conversation_id: string) => (await act('get_conversation_detail', { conversation_id })).status

/** A second server on the same database. */
const secondNode = (): Runtime => {
  const { password, ...options } = runtime.database.work.options
  const database = openDatabase({ ...(options as object), password: password as string }, () => {}, 4)
  return { ...runtime, database }
}

test('A snoozed conversation reopens on time at the top of the list, as an action of the system', async () => {
  const conversation_id = await overdue()
  const later = await talk()
  const count = (await events()).length
  await reopenSnoozed(runtime)
  const { items } = await act('list_conversations', {})
  assert.deepEqual([items[0]?.id, items[0]?.status, items[0]?.snoozed_until], [conversation_id, 'open', null])
  assert.equal(items[1]?.id, later.id)
  assert.deepEqual(await since(count), ['conversation.status_changed', 'conversation.reopened'])
  const [changed, reopened] = (await events()).slice(count)
  assert.deepEqual(changed?.payload, { conversation: items[0], changes: { status: { from: 'snoozed', to: 'open' } } })
  assert.deepEqual(changed?.actor, { type: 'system', id: null, name: 'Hilo' })
  assert.deepEqual(reopened?.payload, { conversation: items[0] })
})

test('A snooze that is not over continues, and the timer is set to the next one of all workspaces', async () => {
  const other = await addAccount()
  const until = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  const { id: late } = await talk()
  await act('snooze_conversation', { conversation_id: late, until: until(60) })
  const { id: soon } = await other.talk()
  const moment = until(10)
  await other.act('snooze_conversation', { conversation_id: soon, until: moment })
  const known = await events()
  await reopenSnoozed(runtime)
  assert.deepEqual(await events(), known)
  assert.equal(await statusOf(late), 'snoozed')
  assert.deepEqual(await sql<{ at: string | null }>`${nextReopenAt}`, [{ at: moment }])
  await other.act('reopen_conversation', { conversation_id: soon })
  await act('reopen_conversation', { conversation_id: late })
  assert.deepEqual(await sql<{ at: string | null }>`${nextReopenAt}`, [{ at: null }])
})

test('Two servers checking at once reopen each conversation once, in every workspace', async () => {
  const other = await addAccount()
  const ids: string[] = []
  for (let i = 0; i < 20; i++) ids.push(await overdue(), await overdue(other, other.talk))
  const second = secondNode()
  await Promise.all([reopenSnoozed(runtime), reopenSnoozed(second), reopenSnoozed(runtime), reopenSnoozed(second)])
  await second.database.close()
  const reopenings = await sql<{ id: string; count: number }>`
    select payload -> 'conversation' ->> 'id' as id, count(*)::int as count from events
     where name = 'conversation.reopened' and payload -> 'conversation' ->> 'id' = any(${ids}) group by 1`
  assert.equal(reopenings.length, ids.length)
  assert.ok(reopenings.every(({ count }) => count === 1))
  assert.deepEqual(await sql`select from conversations where id = any(${ids}) and status <> 'open'`, [])
})

test('A conversation snoozed again, resolved or opened in the meantime is left alone', async () => {
  const [again, resolved, opened] = [await overdue(), await overdue(), await overdue()]
  const until = new Date(Date.now() + 3_600_000).toISOString()
  await act('snooze_conversation', { conversation_id: again, until })
  await act('resolve_conversation', { conversation_id: resolved })
  await act('reopen_conversation', { conversation_id: opened })
  const known = await events()
  await reopenSnoozed(runtime)
  assert.deepEqual(await events(), known)
  assert.deepEqual(
    [await statusOf(again), await statusOf(resolved), await statusOf(opened)],
    ['snoozed', 'resolved', 'open'],
  )
})

test('A conversation snoozed again while it is reopened stays snoozed, and the events show the order', async () => {
  for (let i = 0; i < 10; i++) {
    const conversation_id = await overdue()
    const count = (await events()).length
    const until = new Date(Date.now() + 3_600_000).toISOString()
    await Promise.all([reopenSnoozed(runtime), act('snooze_conversation', { conversation_id, until })])
    const eventNames = await since(count)
    assert.equal(await statusOf(conversation_id), 'snoozed')
    assert.equal(eventNames.at(-1), 'conversation.snoozed')
    assert.ok(eventNames.filter((name) => name === 'conversation.reopened').length <= 1)
  }
})

test('A customer who writes while the snooze ends reopens it once', async () => {
  for (let i = 0; i < 10; i++) {
    const conversation_id = await overdue({ act }, () => talk({ source_id: `despierta-${i}` }))
    const count = (await events()).length
    await Promise.all([reopenSnoozed(runtime), write({ source_id: `despierta-${i}` })])
    await reopenSnoozed(runtime)
    const eventNames = await since(count)
    assert.equal(eventNames.filter((name) => name === 'conversation.reopened').length, 1)
    assert.equal(await statusOf(conversation_id), 'open')
  }
})

test('A locked conversation is reopened when it is released and does not hold up the others', async () => {
  const [held, free] = [await overdue(), await overdue()]
  const working = await runtime.database.work.connect()
  await working.query('begin')
  await working.query('select from conversations where id = $1 for update', [held])
  await reopenSnoozed(runtime)
  assert.equal(await statusOf(free), 'open')
  await working.query('commit')
  working.release()
  assert.equal(await statusOf(held), 'snoozed')
  await reopenSnoozed(runtime)
  assert.equal(await statusOf(held), 'open')
})

test('A conversation that cannot be reopened is logged and does not hold up the others', async () => {
  const [broken, sound] = [await overdue(), await overdue()]
  await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'not now'; end $$`
  await runtime.database.work.query(
    `create trigger refusing before update on conversations for each row when (old.id = ${broken}) execute function refuse()`,
  )
  const logged: string[] = []
  const log = { ...runtime.log, warn: (_: object, message: string) => logged.push(message) }
  await reopenSnoozed({ ...runtime, log })
  assert.equal(await statusOf(sound), 'open')
  assert.deepEqual(new Set(logged), new Set(['a snoozed conversation could not be reopened yet']))
  await sql`drop function refuse cascade`
  await reopenSnoozed(runtime)
  assert.equal(await statusOf(broken), 'open')
})

test('After downtime every overdue snooze ends, the oldest first', async () => {
  const ids: string[] = []
  for (let i = 0; i < 12; i++) ids.push(await overdue())
  await sql`update conversations set snoozed_until = now() - make_interval(days => 3) where id = any(${ids})`
  const second = secondNode()
  await reopenSnoozed(second)
  await second.database.close()
  assert.deepEqual(await sql`select from conversations where id = any(${ids}) and status <> 'open'`, [])
})

test('Hundreds of snoozes that end at once are all reopened', async () => {
  const { contact, inbox: where, id } = await talk()
  await sql`
    insert into conversations (account_id, inbox_id, contact_id, identity_id, status, snoozed_until, last_activity_at, created_at, updated_at)
    select ${actor.account.id}, ${where.id}, ${contact.id}, identity_id, 'snoozed', now() - interval '1 second', now(), now(), now()
      from conversations, generate_series(1, 450) where id = ${id}`
  await reopenSnoozed(runtime)
  assert.deepEqual(await sql`select from conversations where status = 'snoozed' and snoozed_until <= now()`, [])
})

test('A conversation reopened without an agent is assigned to an available one', async () => {
  const ana = await addAgent('Ana')
  const conversation_id = await overdue()
  await act('set_inbox_members', { inbox_id: inbox.id, members: [ana.id!] })
  await act('update_inbox', { inbox_id: inbox.id, auto_assign: true })
  await arrive(ana)
  await reopenSnoozed(runtime)
  assert.equal((await act('get_conversation_detail', { conversation_id })).assignee?.id, ana.id)
})
