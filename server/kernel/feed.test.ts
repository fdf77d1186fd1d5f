import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import pg from 'pg'
import type { Signal } from '#contract/signals.ts'
import { bind, type Sql, types } from '#db/sql.ts'
import { openFeed, type Feed } from '#kernel/feed.ts'
import { createLocalNotifier } from '#kernel/notify.ts'
import { writeEvents } from '#kernel/outbox.ts'
import { readPosition } from '#kernel/position.ts'
import { makeDatabase } from '#test/database.ts'
import { makeActor, makeContact, openKernel } from '#test/kernel.ts'
import { refusal } from '#test/refusal.ts'
import { until } from '#test/wait.ts'

const connection = await makeDatabase()
const here = openNode()
const there = openNode()
const { runtime, sql } = here
const actor = await makeActor(runtime)
await makeContact(runtime, actor)

test('A subscriber receives events in order, as they were stored', async () => {
  const listener = await listen(here.feed)
  const contact = await makeContact(runtime, actor)
  await makeContact(runtime, actor)
  await until(() => listener.sequences.length === 2, 'both events arrive')
  const [row] = await sql<{ id: string; occurred_at: string }>`
    select id, occurred_at from events where sequence = ${listener.sequences[0]!}`
  const { event } = listener.received[0]!
  assert.deepEqual(event, {
    id: row!.id,
    sequence: String(listener.sequences[0]),
    name: 'contact.created',
    actor: { type: 'user', id: actor.id, name: actor.name },
    payload: { contact },
    occurred_at: row!.occurred_at,
  })
  listener.stop()
})

test('A subscriber of one workspace receives nothing from another', async () => {
  const other = await makeActor(runtime)
  const [mine, theirs] = [await listen(here.feed), await listen(here.feed, undefined, other.account.id)]
  await makeContact(runtime, actor)
  await makeContact(runtime, other)
  await until(() => mine.sequences.length > 0 && theirs.sequences.length > 0, 'each receives its own')
  await arriveEverywhere([mine])
  assert.equal(theirs.sequences.length, 1)
  assert.notEqual(theirs.sequences[0], mine.sequences[0])
  mine.stop()
  theirs.stop()
})

test('Events of another node arrive through its notification', async () => {
  const listener = await listen(here.feed)
  await makeContact(there.runtime, actor)
  await until(() => listener.sequences.length === 1, 'it arrives')
  listener.stop()
})

test('Events that commit in another order than their sequences arrive once each', async () => {
  const [a, b] = [await listen(here.feed), await listen(there.feed)]
  const [first, second, third] = [await write(), await write(2), await write()]
  await third.commit()
  await until(() => a.sequences.length === 1 && b.sequences.length === 1, 'the last arrives')
  await second.commit()
  await until(() => a.sequences.length === 3 && b.sequences.length === 3, 'the middle ones arrive')
  await readSeveralTimes(here, there)
  await first.commit()
  await until(() => a.sequences.length === 4 && b.sequences.length === 4, 'the first arrives too')
  const order = [...third.sequences, ...second.sequences, ...first.sequences]
  for (const { sequences, stop } of [a, b]) {
    assert.deepEqual(sequences, order)
    stop()
  }
})

test('A transaction younger than those already committed is waited for too', async () => {
  // A notification has its own transaction, which would be the youngest; this node receives none.
  const quiet = openNode({ late: Infinity })
  const listener = await listen(quiet.feed)
  const older = await begin({ notify: quiet.notifyHere })
  const younger = await begin({ notify: quiet.notifyHere })
  await younger.emit()
  await older.emit()
  // The younger one lies beyond the end of every snapshot from here on.
  await older.commit()
  await until(() => listener.sequences.length === 1, 'the older one arrives')
  await readSeveralTimes(quiet)
  await younger.commit()
  await until(() => listener.sequences.length === 2, 'the younger one arrives')
  assert.deepEqual(listener.sequences, [...older.sequences, ...younger.sequences])
  listener.stop()
})

test('An event is waited for from the moment its sequence is drawn', async () => {
  // The trigger blocks the event between drawing its sequence and being stored.
  await sql`create function block() returns trigger language plpgsql as $$ begin
    if new.request_id = 'blocked' then perform pg_advisory_xact_lock(1); end if; return new; end $$`
  await sql`create trigger block before insert on events for each row execute function block()`
  const holder = new pg.Client(connection)
  await holder.connect()
  await holder.query('select pg_advisory_lock(1)')

  const listener = await listen(here.feed)
  const blocked = await begin({ numbered: false })
  const emitting = blocked.emit(1, 'blocked')
  await until(
    async () =>
      (
        await sql`
    select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`
      ).length > 0,
    'it is blocked',
  )
  await makeContact(runtime, actor)
  await until(() => listener.sequences.length === 1, 'the later event arrives')
  await readSeveralTimes(here)
  await holder.end()
  await emitting
  await blocked.commit()
  await until(() => listener.sequences.length === 2, 'then the blocked one arrives')
  assert.ok(listener.sequences[1]! < listener.sequences[0]!)
  listener.stop()
  await sql`drop trigger block on events`
})

test('A sequence of a transaction that rolled back delays nothing and is skipped', async () => {
  const listener = await listen(here.feed)
  const lost = await write(3)
  const stored = await write()
  await stored.commit()
  await until(() => listener.sequences.length === 1, 'the later event arrives')
  assert.match(listener.position(), /:/, 'the hole may still be filled')
  await lost.rollback()
  await until(() => listener.position() === String(stored.sequences[0]), 'then it is skipped')
  listener.stop()
})

test('A client that reconnects receives what it missed, then new events, once each', async () => {
  const first = await listen(here.feed)
  await makeContact(runtime, actor)
  await until(() => first.sequences.length === 1, 'one arrives')
  first.stop()
  const running = await write()
  await makeContact(runtime, actor)
  await makeContact(runtime, actor)

  const again = await listen(here.feed, first.position())
  assert.equal(again.sequences.length, 2)
  await running.commit()
  await makeContact(runtime, actor)
  await until(() => again.sequences.length === 4, 'the rest arrives')
  assert.equal(new Set([...first.sequences, ...again.sequences]).size, 5)
  again.stop()
})

test('A client that reconnects for a missing event does not receive the later ones again', async () => {
  const first = await listen(here.feed)
  const [low, high] = [await write(), await write()]
  await high.commit()
  await until(() => first.sequences.length === 1, 'the higher one arrives')
  first.stop()
  await low.commit()
  await arriveEverywhere([await listen(here.feed)])
  const second = await listen(here.feed, first.received[0]!.position)
  assert.deepEqual(second.sequences.slice(0, 1), low.sequences)
  const third = await listen(here.feed, second.received[0]!.position)
  assert.deepEqual(third.sequences, second.sequences.slice(1))
  for (const each of [second, third]) each.stop()
})

test('A client that moves to a slower node does not receive events again', async () => {
  const slow = openNode({ late: Infinity })
  const keeper = await listen(slow.feed)
  const fast = await listen(there.feed)
  const hole = await write()
  await makeContact(there.runtime, actor)
  await until(() => fast.sequences.length === 1, 'the fast node delivers')
  fast.stop()
  const moved = await listen(slow.feed, fast.received[0]!.position)
  assert.deepEqual(moved.sequences, [])
  await hole.commit()
  slow.notifyHere()
  await until(() => keeper.sequences.length === 2, 'the slow node has read both')
  assert.deepEqual(moved.sequences, hole.sequences, 'and delivers only the missing one')
  // The position given there is valid on every node.
  const last = await listen(there.feed, moved.received[0]!.position)
  assert.deepEqual(last.sequences, [])
  for (const each of [keeper, moved, last]) each.stop()
})

test('A client that missed more than two thousand events must reload everything', async () => {
  const position = (await listen(here.feed)).position()
  await bulk(2_000)
  assert.equal((await listen(here.feed, position)).sequences.length, 2_000)
  await bulk(1)
  const listener = await listen(here.feed, position)
  assert.equal(listener.isReset, true)
  assert.deepEqual(listener.sequences, [])
  await makeContact(runtime, actor)
  await until(() => listener.sequences.length === 1, 'and receives events from then on')
})

test('A client that missed deleted events must reload everything', async () => {
  const aside = openKernel(await makeDatabase())
  const feed = openFeed(aside.runtime, aside.notifier)
  const someone = await makeActor(aside.runtime)
  for (let i = 0; i < 10; i++) await makeContact(aside.runtime, someone)
  const comeFrom = (position: string) => listen(feed, position, someone.account.id)
  assert.equal((await comeFrom('3')).sequences.length, 7)
  await aside.sql`delete from events where sequence <= 5`
  assert.equal((await comeFrom('3')).isReset, true)
  assert.equal((await comeFrom('4')).isReset, true)
  assert.equal((await comeFrom('5')).sequences.length, 5)
  await aside.sql`delete from events`
  assert.equal((await comeFrom('9')).isReset, true)
  assert.deepEqual((await comeFrom('10')).isReset, false)
  await feed.close()
})

test('A position of a database restored since then is not accepted', async () => {
  const listener = await listen(here.feed, '999999999')
  assert.equal(listener.isReset, true)
  await makeContact(runtime, actor)
  await until(() => listener.sequences.length === 1, 'new events arrive')
  listener.stop()
})

test('Signals reach connected subscribers on every node, once each, and have no position', async () => {
  const [a, b] = [await listen(here.feed), await listen(there.feed)]
  await until(async () => (await listenersOnline()) >= 2, 'both nodes are connected')
  const before = a.position()
  const signal = typing('1')
  here.notifier.signal(actor.account.id, signal)
  assert.deepEqual(a.signals, [signal], 'at once on this node')
  await until(() => b.signals.length === 1, 'and by notification on the other')
  assert.deepEqual(b.signals, [signal])
  there.notifier.signal(actor.account.id, typing('2'))
  await until(() => a.signals.length === 2, 'and back')
  assert.equal(a.position(), before)
  assert.equal(b.signals.length, 2)
  for (const each of [a, b]) each.stop()
})

test('The log is not read while there are no subscribers', async () => {
  let statements = 0
  const counted = openKernel(connection)
  const counting: Sql = (strings, ...values) => {
    statements++
    return sql(strings, ...values)
  }
  const feed = openFeed(
    { ...counted.runtime, database: { ...counted.runtime.database, sql: counting } },
    counted.notifier,
  )
  await makeContact(counted.runtime, actor)
  assert.equal(statements, 0)
  const listener = await listen(feed)
  counted.notifier.notify()
  await until(() => statements > 1, 'it reads')
  listener.stop()
  await until(async () => {
    const before = statements
    await makeContact(counted.runtime, actor)
    return statements === before
  }, 'it stops reading')
  const again = await listen(feed)
  await makeContact(counted.runtime, actor)
  await until(() => again.sequences.length > 0, 'it starts again with the next subscriber')
  again.stop()
  await feed.close()
})

test('A subscriber that joins while events are being read misses none', async () => {
  let release = () => {}
  let held = 0
  const aside = openKernel(connection)
  const holding: Sql = async (strings, ...values) => {
    const rows = await sql(strings, ...values)
    if (strings.join('').includes('as settled') && rows[0]!.sequence !== null) {
      held++
      await new Promise<void>((resolve) => (release = resolve))
    }
    return rows as never[]
  }
  const feed = openFeed({ ...aside.runtime, database: { ...aside.runtime.database, sql: holding } }, aside.notifier)
  const newcomer = await makeActor(runtime)
  const first = await listen(feed)
  await makeContact(aside.runtime, newcomer)
  await until(() => held === 1, 'the event is read and not yet delivered')
  const second = await listen(feed, undefined, newcomer.account.id)
  release()
  await until(() => held === 2, 'it is read again')
  release()
  await until(() => second.sequences.length === 1, 'and delivered')
  for (const each of [first, second]) each.stop()
  await feed.close()
})

test('A feed that closes ends its subscriptions and accepts no new ones', async () => {
  const node = openNode()
  const listener = await listen(node.feed)
  await node.feed.close()
  assert.equal(listener.ended, true)
  assert.equal((await refusal(node.feed.subscribe(actor.account.id))).code, 'unavailable')
})

test('A client that reconnects to any node from any position receives each event once, whatever runs concurrently', async () => {
  const one = <T extends string>(name: T, more: object = {}) => fc.record({ do: fc.constant(name), ...more })
  const step: fc.Arbitrary<Step> = fc.oneof(
    { weight: 4, arbitrary: one('write', { count: fc.integer({ min: 1, max: 3 }) }) },
    { weight: 4, arbitrary: one('commit', { which: fc.nat() }) },
    { weight: 2, arbitrary: one('rollback', { which: fc.nat() }) },
    { weight: 1, arbitrary: one('pause', { count: fc.constantFrom(5, 30, 250) }) },
    { weight: 3, arbitrary: one('return', { which: fc.nat(), when: fc.nat(), where: fc.nat() }) },
    { weight: 1, arbitrary: one('leave', { which: fc.nat() }) },
  ) as fc.Arbitrary<Step>
  // The second is far behind the first; the third starts reading with every subscriber, because none stays.
  const nodes = [here, openNode({ late: 100 }), openNode()]
  const runs = { numRuns: 12, endOnFailure: true }
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), (steps) => play(steps, nodes)),
    runs,
  )
})

type Step = { do: 'write' | 'commit' | 'rollback' | 'pause' | 'return' | 'leave' } & Record<
  'count' | 'which' | 'when' | 'where',
  number
>

async function play(steps: Step[], nodes: { feed: Feed }[]): Promise<void> {
  const listeners = [await listen(nodes[0]!.feed), await listen(nodes[1]!.feed)]
  const open: Writer[] = []
  const expected: number[] = []
  const end = async (writer: Writer, how: 'commit' | 'rollback') => {
    await writer[how]()
    if (how === 'commit') expected.push(...writer.sequences)
  }
  for (const { do: what, count, which, when, where } of steps) {
    if (what === 'write' && open.length < 6) open.push(await write(count))
    if ((what === 'commit' || what === 'rollback') && open.length > 0)
      await end(open.splice(which % open.length, 1)[0]!, what)
    if (what === 'pause') await sleep(count)
    if (what === 'return') {
      const before = listeners[which % listeners.length]!
      listeners.push(await comeBack(before, when, nodes[where % nodes.length]!.feed))
    }
    if (what === 'leave' && listeners.length > 2) listeners.splice(2 + (which % (listeners.length - 2)), 1)[0]!.stop()
  }
  for (const writer of open) await end(writer, 'commit')
  const last = await write()
  await end(last, 'commit')
  await until(
    () => listeners.every(({ sequences }) => sequences.includes(last.sequences[0]!)),
    'everyone receives the last',
  )
  expected.sort(byNumber)
  for (const { known, sequences } of listeners) assert.deepEqual([...known, ...sequences].sort(byNumber), expected)

  // And from every earlier position, now that everything was delivered.
  for (const listener of listeners) {
    for (let when = 0; when <= listener.received.length; when++) {
      const again = await comeBack(listener, when, nodes[when % nodes.length]!.feed)
      await until(
        () => again.known.length + again.sequences.length >= expected.length,
        `everything after ${again.from} arrives`,
      )
      assert.deepEqual([...again.known, ...again.sequences].sort(byNumber), expected, again.from)
      again.stop()
    }
    listener.stop()
  }
}

type Listener = Awaited<ReturnType<typeof listen>>
type Writer = Awaited<ReturnType<typeof begin>>

/** A node without doors. Notifications reach it after `late` milliseconds; `notifyHere` reaches no other node. */
function openNode({ late = 0 } = {}) {
  const kernel = openKernel(connection)
  const database = { ...kernel.runtime.database, sql: countReads(kernel.sql) }
  const local = createLocalNotifier()
  if (late < Infinity) kernel.notifier.onNotify(() => setTimeout(local.notify, late))
  const feed = openFeed({ ...kernel.runtime, database }, { ...kernel.notifier, onNotify: local.onNotify })
  after(() => feed.close())
  return { ...kernel, notifyHere: local.notify, feed, reads: database.sql }
}

/** Counts how often the feed has read the log. */
function countReads(run: Sql): Sql & { count: number } {
  const counting = Object.assign(
    ((strings, ...values) => {
      if (strings.join('').includes('as settled')) counting.count++
      return run(strings, ...values)
    }) as Sql,
    { count: 0 },
  )
  return counting
}

/** Waits until a hole would have been skipped, if its transaction had ended: the node has read the log several times. */
async function readSeveralTimes(...nodes: { reads: { count: number } }[]): Promise<void> {
  for (const { reads } of nodes) {
    const before = reads.count
    await until(() => reads.count >= before + 4, 'the log is read again')
  }
}

/** A subscriber that records its events and the position after each. `known` are those received before. */
async function listen(feed: Feed, from?: string, account_id = actor.account.id, known: number[] = []) {
  const subscription = await feed.subscribe(account_id, from === undefined ? undefined : readPosition(from))
  const start = from ?? subscription.position()
  const received: { event: object; position: string }[] = []
  const sequences: number[] = []
  const signals: Signal[] = []
  const state = { ended: false }
  const receive = (event: { sequence: string }, position: string) => {
    received.push({ event, position })
    sequences.push(Number(event.sequence))
  }
  for (const [event, position] of subscription.missed ?? []) receive(event, position)
  subscription.start({ event: receive, signal: (signal) => signals.push(signal), end: () => (state.ended = true) })
  after(() => subscription.stop())
  return {
    from: start,
    known,
    received,
    sequences,
    signals,
    isReset: subscription.missed === undefined,
    get ended() {
      return state.ended
    },
    stop: () => subscription.stop(),
    position: () => subscription.position(),
  }
}

/** The same subscriber again, as if its connection had broken after the n-th event. */
function comeBack(listener: Listener, when: number, feed: Feed) {
  const count = when % (listener.received.length + 1)
  const position = count === 0 ? listener.from : listener.received[count - 1]!.position
  return listen(feed, position, actor.account.id, [...listener.known, ...listener.sequences.slice(0, count)])
}

/** A transaction the test keeps open. */
async function begin({ numbered = true, notify = runtime.notify } = {}) {
  const client = new pg.Client({ ...connection, types })
  await client.connect()
  await client.query('begin')
  if (numbered) await client.query('select pg_current_xact_id()')
  const sequences: number[] = []
  const end = async (how: string) => {
    await client.query(how)
    await client.end()
    notify()
  }
  return {
    sequences,
    emit: async (count = 1, request_id = 'test') => {
      const emitted = Array.from({ length: count }, () => ({ name: 'label.created' as const, payload: { label: {} } }))
      await writeEvents(bind(client), emitted, { actor, call: { request_id }, runtime })
      const { rows } = await client.query<{ sequence: string }>(
        'select sequence from events where xmin = pg_current_xact_id()::xid order by sequence',
      )
      sequences.splice(0, Infinity, ...rows.map(({ sequence }) => Number(sequence)))
    },
    commit: () => end('commit'),
    rollback: () => end('rollback'),
  }
}

/** A transaction that has drawn its sequences. */
async function write(count = 1) {
  const writer = await begin()
  await writer.emit(count)
  return writer
}

/** Stores this many events and waits until they were delivered. */
async function bulk(count: number): Promise<void> {
  await sql`
    insert into events (account_id, id, name, actor, payload, occurred_at)
    select ${actor.account.id}, gen_random_uuid(), 'label.created', '{}', '{}', now() from generate_series(2, ${count}::int)`
  const listener = await listen(here.feed)
  await arriveEverywhere([listener])
  listener.stop()
}

/** Waits until all earlier events were delivered, by writing one more and waiting for it. */
async function arriveEverywhere(listeners: Listener[]): Promise<void> {
  const writer = await write()
  await writer.commit()
  await until(() => listeners.every(({ sequences }) => sequences.includes(writer.sequences[0]!)), 'the latest arrives')
}

async function listenersOnline(): Promise<number> {
  const rows = await sql`
    select from pg_stat_activity where datname = current_database() and application_name = 'hilo listener' and query like '%hilo_signals'`
  return rows.length
}

function typing(id: string): Signal {
  const inbox = { id: '1', name: 'Web' }
  const conversation = { id, inbox, channel: 'api', source_id: 'x', assignee: null, team: null } as const
  const author = { type: 'agent', id: '1', name: 'Ana' } as const
  return { name: 'conversation.typing', payload: { conversation, author, typing: true, private: false } }
}

function byNumber(a: number, b: number): number {
  return a - b
}
