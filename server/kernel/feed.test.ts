import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import pg from 'pg'
import type { Signal } from '#contract/signals.ts'
import { bind, types } from '#db/sql.ts'
import { openFeed, type Feed } from '#kernel/feed.ts'
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

test('who listens hears what happens, in order, as it was written', async () => {
  const listener = await listen(here.feed)
  const contact = await makeContact(runtime, actor)
  await makeContact(runtime, actor)
  await until(() => listener.heard.length === 2, 'both events arrive')
  const [row] = await sql<{ id: string; occurred_at: string }>`
    select id, occurred_at from events where sequence = ${listener.heard[0]!}`
  const { event } = listener.told[0]!
  assert.deepEqual(event, {
    id: row!.id,
    sequence: String(listener.heard[0]),
    name: 'contact.created',
    actor: { type: 'user', id: actor.id, name: actor.name },
    payload: { contact },
    occurred_at: row!.occurred_at,
  })
  listener.stop()
})

test('who listens in one workspace hears nothing of another', async () => {
  const other = await makeActor(runtime)
  const [mine, theirs] = [await listen(here.feed), await listen(here.feed, undefined, other.account.id)]
  await makeContact(runtime, actor)
  await makeContact(runtime, other)
  await until(() => mine.heard.length > 0 && theirs.heard.length > 0, 'each hears theirs')
  await arriveEverywhere([mine])
  assert.equal(theirs.heard.length, 1)
  assert.notEqual(theirs.heard[0], mine.heard[0])
  mine.stop()
  theirs.stop()
})

test('what another node wrote arrives by its notice', async () => {
  const listener = await listen(here.feed)
  await makeContact(there.runtime, actor)
  await until(() => listener.heard.length === 1, 'it arrives', 3_000)
  listener.stop()
})

test('events committed in another order than they were numbered arrive each once', async () => {
  const [a, b] = [await listen(here.feed), await listen(there.feed)]
  const [first, second, third] = [await write(), await write(2), await write()]
  await third.commit()
  await until(() => a.heard.length === 1 && b.heard.length === 1, 'the last is there')
  await second.commit()
  await until(() => a.heard.length === 3 && b.heard.length === 3, 'the middle ones are there')
  await sleep(500) // Long enough for a hole to be given up, if it were.
  await first.commit()
  await until(() => a.heard.length === 4 && b.heard.length === 4, 'the first is there too')
  const order = [...third.sequences, ...second.sequences, ...first.sequences]
  for (const { heard, stop } of [a, b]) {
    assert.deepEqual(heard, order)
    stop()
  }
})

test('a transaction that is younger than those already committed is waited for too', async () => {
  // A notice has a transaction of its own, which would be the youngest; here there is none.
  const quiet = openNode({ late: Infinity })
  const listener = await listen(quiet.feed)
  const elder = await begin({ wake: quiet.nudge })
  const younger = await begin({ wake: quiet.nudge })
  await younger.emit()
  await elder.emit()
  // The younger one lies beyond the end of every snapshot from here on.
  await elder.commit()
  await until(() => listener.heard.length === 1, 'the elder is heard')
  await sleep(700)
  await younger.commit()
  await until(() => listener.heard.length === 2, 'the younger is heard')
  assert.deepEqual(listener.heard, [...elder.sequences, ...younger.sequences])
  listener.stop()
})

test('an event is waited for from the moment its number is drawn', async () => {
  // Between drawing its number and being written it is held here.
  await sql`create function hold() returns trigger language plpgsql as $$ begin
    if new.request_id = 'held' then perform pg_advisory_xact_lock(1); end if; return new; end $$`
  await sql`create trigger hold before insert on events for each row execute function hold()`
  const holder = new pg.Client(connection)
  await holder.connect()
  await holder.query('select pg_advisory_lock(1)')

  const listener = await listen(here.feed)
  const held = await begin({ numbered: false })
  const emitting = held.emit(1, 'held')
  await until(
    async () =>
      (
        await sql`
    select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`
      ).length > 0,
    'it is held',
  )
  await makeContact(runtime, actor)
  await until(() => listener.heard.length === 1, 'what came after is heard')
  await sleep(700)
  await holder.end()
  await emitting
  await held.commit()
  await until(() => listener.heard.length === 2, 'and then what was held')
  assert.ok(listener.heard[1]! < listener.heard[0]!)
  listener.stop()
  await sql`drop trigger hold on events`
})

test('a number that was drawn in vain holds nothing up, and is forgotten', async () => {
  const listener = await listen(here.feed)
  const lost = await write(3)
  const kept = await write()
  await kept.commit()
  await until(() => listener.heard.length === 1, 'what came after is heard')
  assert.match(listener.position(), /:/, 'while the other may still come')
  await lost.rollback()
  await until(() => listener.position() === String(kept.sequences[0]), 'then it is passed over')
  listener.stop()
})

test('who comes back hears what they missed, then what happens, each once', async () => {
  const first = await listen(here.feed)
  await makeContact(runtime, actor)
  await until(() => first.heard.length === 1, 'one is heard')
  first.stop()
  const running = await write()
  await makeContact(runtime, actor)
  await makeContact(runtime, actor)

  const again = await listen(here.feed, first.position())
  assert.equal(again.heard.length, 2)
  await running.commit()
  await makeContact(runtime, actor)
  await until(() => again.heard.length === 4, 'the rest is heard')
  assert.equal(new Set([...first.heard, ...again.heard]).size, 5)
  again.stop()
})

test('who comes back for what was missing below does not hear again what they heard above', async () => {
  const first = await listen(here.feed)
  const [low, high] = [await write(), await write()]
  await high.commit()
  await until(() => first.heard.length === 1, 'the higher is heard')
  first.stop()
  await low.commit()
  await arriveEverywhere([await listen(here.feed)])
  const second = await listen(here.feed, first.told[0]!.position)
  assert.deepEqual(second.heard.slice(0, 1), low.sequences)
  const third = await listen(here.feed, second.told[0]!.position)
  assert.deepEqual(third.heard, second.heard.slice(1))
  for (const each of [second, third]) each.stop()
})

test('who heard something from a faster node does not hear it again from a slower one', async () => {
  const slow = openNode({ late: Infinity })
  const keeper = await listen(slow.feed)
  const fast = await listen(there.feed)
  const hole = await write()
  await makeContact(there.runtime, actor)
  await until(() => fast.heard.length === 1, 'the fast node has told')
  fast.stop()
  const moved = await listen(slow.feed, fast.told[0]!.position)
  assert.deepEqual(moved.heard, [])
  await hole.commit()
  slow.nudge()
  await until(() => keeper.heard.length === 2, 'the slow node has read both')
  assert.deepEqual(moved.heard, hole.sequences, 'and tells only what was missing')
  // With what it was told there it can go anywhere.
  const last = await listen(there.feed, moved.told[0]!.position)
  assert.deepEqual(last.heard, [])
  for (const each of [keeper, moved, last]) each.stop()
})

test('who missed more than two thousand events reads everything anew', async () => {
  const position = (await listen(here.feed)).position()
  await bulk(2_000)
  assert.equal((await listen(here.feed, position)).heard.length, 2_000)
  await bulk(1)
  const listener = await listen(here.feed, position)
  assert.equal(listener.anew, true)
  assert.deepEqual(listener.heard, [])
  await makeContact(runtime, actor)
  await until(() => listener.heard.length === 1, 'and hears what happens from then on')
})

test('who missed events that are no longer kept reads everything anew', async () => {
  const aside = openKernel(await makeDatabase())
  const feed = openFeed(aside.runtime, aside.bell)
  const someone = await makeActor(aside.runtime)
  for (let i = 0; i < 10; i++) await makeContact(aside.runtime, someone)
  const comeFrom = (position: string) => listen(feed, position, someone.account.id)
  assert.equal((await comeFrom('3')).heard.length, 7)
  await aside.sql`delete from events where sequence <= 5`
  assert.equal((await comeFrom('3')).anew, true)
  assert.equal((await comeFrom('4')).anew, true)
  assert.equal((await comeFrom('5')).heard.length, 5)
  await aside.sql`delete from events`
  assert.equal((await comeFrom('9')).anew, true)
  assert.deepEqual((await comeFrom('10')).anew, false)
  await feed.close()
})

test('a position of another life of the database is not taken for one of this', async () => {
  const listener = await listen(here.feed, '999999999')
  assert.equal(listener.anew, true)
  await makeContact(runtime, actor)
  await until(() => listener.heard.length === 1, 'what happens is heard')
  listener.stop()
})

test('signals reach those who listen just now, on every node, each once, and have no position', async () => {
  const [a, b] = [await listen(here.feed), await listen(there.feed)]
  await until(async () => (await listenersOnline()) >= 2, 'both nodes listen')
  const before = a.position()
  const signal = typing('1')
  here.bell.signal(actor.account.id, signal)
  assert.deepEqual(a.signals, [signal], 'at once here')
  await until(() => b.signals.length === 1, 'and by notice there')
  assert.deepEqual(b.signals, [signal])
  there.bell.signal(actor.account.id, typing('2'))
  await until(() => a.signals.length === 2, 'and back')
  assert.equal(a.position(), before)
  assert.equal(b.signals.length, 2)
  for (const each of [a, b]) each.stop()
})

test('while nobody listens nothing is read', async () => {
  let statements = 0
  const counted = openKernel(connection)
  const counting: typeof sql = (strings, ...values) => {
    statements++
    return sql(strings, ...values)
  }
  const feed = openFeed({ ...counted.runtime, database: { ...counted.runtime.database, sql: counting } }, counted.bell)
  counted.bell.ring()
  await sleep(100)
  assert.equal(statements, 0)
  const listener = await listen(feed)
  counted.bell.ring()
  await until(() => statements > 1, 'it reads')
  listener.stop()
  await sleep(100)
  const before = statements
  counted.bell.ring()
  await sleep(100)
  assert.equal(statements, before)
  const again = await listen(feed)
  await makeContact(counted.runtime, actor)
  await until(() => again.heard.length === 1, 'and begins again with the next who comes')
  again.stop()
  await feed.close()
})

test('who comes while the events are being read loses none of them', async () => {
  let release = () => {}
  let held = 0
  const aside = openKernel(connection)
  const holding: typeof sql = async (strings, ...values) => {
    const rows = await sql(strings, ...values)
    if (strings.join('').includes('as settled') && rows[0]!.sequence !== null) {
      held++
      await new Promise<void>((resolve) => (release = resolve))
    }
    return rows as never[]
  }
  const feed = openFeed({ ...aside.runtime, database: { ...aside.runtime.database, sql: holding } }, aside.bell)
  const newcomer = await makeActor(runtime)
  const first = await listen(feed)
  await makeContact(aside.runtime, newcomer)
  await until(() => held === 1, 'what happened is read, and not yet told')
  const second = await listen(feed, undefined, newcomer.account.id)
  release()
  await until(() => held === 2, 'it is read again')
  release()
  await until(() => second.heard.length === 1, 'and told')
  for (const each of [first, second]) each.stop()
  await feed.close()
})

test('a feed that closes lets its listeners go, and takes no others', async () => {
  const node = openNode()
  const listener = await listen(node.feed)
  await node.feed.close()
  assert.equal(listener.ended, true)
  assert.equal((await refusal(node.feed.listen(actor.account.id))).code, 'unavailable')
})

test('whatever runs beside whatever, whoever comes back wherever from whenever hears each event once', async () => {
  const one = <T extends string>(name: T, more: object = {}) => fc.record({ do: fc.constant(name), ...more })
  const step: fc.Arbitrary<Step> = fc.oneof(
    { weight: 4, arbitrary: one('write', { count: fc.integer({ min: 1, max: 3 }) }) },
    { weight: 4, arbitrary: one('commit', { which: fc.nat() }) },
    { weight: 2, arbitrary: one('rollback', { which: fc.nat() }) },
    { weight: 1, arbitrary: one('pause', { count: fc.constantFrom(5, 30, 250) }) },
    { weight: 3, arbitrary: one('return', { which: fc.nat(), when: fc.nat(), where: fc.nat() }) },
    { weight: 1, arbitrary: one('leave', { which: fc.nat() }) },
  ) as fc.Arbitrary<Step>
  // One is far behind the other; the third begins anew whenever somebody comes, because nobody stays there.
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
  await until(() => listeners.every(({ heard }) => heard.includes(last.sequences[0]!)), 'everyone hears the last')
  expected.sort(byNumber)
  for (const { known, heard } of listeners) assert.deepEqual([...known, ...heard].sort(byNumber), expected)

  // And from every position anyone ever had, now that all is told.
  for (const listener of listeners) {
    for (let when = 0; when <= listener.told.length; when++) {
      const again = await comeBack(listener, when, nodes[when % nodes.length]!.feed)
      await until(() => again.known.length + again.heard.length >= expected.length, `all is heard after ${again.from}`)
      assert.deepEqual([...again.known, ...again.heard].sort(byNumber), expected, again.from)
      again.stop()
    }
    listener.stop()
  }
}

type Listener = Awaited<ReturnType<typeof listen>>
type Writer = Awaited<ReturnType<typeof begin>>

/** A node without doors. A late one hears its bell only after a while; `nudge` is a ring that nobody else hears. */
function openNode({ late = 0 } = {}) {
  const kernel = openKernel(connection)
  const hears: (() => void)[] = []
  const nudge = () => hears.forEach((hear) => hear())
  const on = (hear: () => void) => {
    hears.push(hear)
    if (late < Infinity) kernel.bell.on(() => setTimeout(hear, late))
  }
  const feed = openFeed(kernel.runtime, { ...kernel.bell, on })
  after(() => feed.close())
  return { ...kernel, nudge, feed }
}

/** Someone who listens and remembers: what was known before, what was heard, and where they stood after each. */
async function listen(feed: Feed, from?: string, account_id = actor.account.id, known: number[] = []) {
  const listening = await feed.listen(account_id, from === undefined ? undefined : readPosition(from))
  const begun = from ?? listening.position()
  const told: { event: object; position: string }[] = []
  const heard: number[] = []
  const signals: Signal[] = []
  const state = { ended: false }
  const hear = (event: { sequence: string }, position: string) => {
    told.push({ event, position })
    heard.push(Number(event.sequence))
  }
  for (const [event, position] of listening.missed ?? []) hear(event, position)
  listening.start({ event: hear, signal: (signal) => signals.push(signal), end: () => (state.ended = true) })
  after(() => listening.stop())
  return {
    from: begun,
    known,
    told,
    heard,
    signals,
    anew: listening.missed === undefined,
    get ended() {
      return state.ended
    },
    stop: () => listening.stop(),
    position: () => listening.position(),
  }
}

/** The same listener again, as if the connection had broken after the n-th event. */
function comeBack(listener: Listener, when: number, feed: Feed) {
  const count = when % (listener.told.length + 1)
  const position = count === 0 ? listener.from : listener.told[count - 1]!.position
  return listen(feed, position, actor.account.id, [...listener.known, ...listener.heard.slice(0, count)])
}

/** A transaction held open by the test. */
async function begin({ numbered = true, wake = runtime.wake } = {}) {
  const client = new pg.Client({ ...connection, types })
  await client.connect()
  await client.query('begin')
  if (numbered) await client.query('select pg_current_xact_id()')
  const sequences: number[] = []
  const end = async (how: string) => {
    await client.query(how)
    await client.end()
    wake()
  }
  return {
    sequences,
    emit: async (count = 1, request_id = 'test') => {
      const emitted = Array.from({ length: count }, () => ({ name: 'label.created' as const, payload: { label: {} } }))
      await writeEvents(bind(client), emitted, { actor, request_id, runtime })
      const { rows } = await client.query<{ sequence: string }>(
        'select sequence from events where xmin = pg_current_xact_id()::xid order by sequence',
      )
      sequences.splice(0, Infinity, ...rows.map(({ sequence }) => Number(sequence)))
    },
    commit: () => end('commit'),
    rollback: () => end('rollback'),
  }
}

/** One that has already drawn its numbers. */
async function write(count = 1) {
  const writer = await begin()
  await writer.emit(count)
  return writer
}

/** So many events, all of them told. */
async function bulk(count: number): Promise<void> {
  await sql`
    insert into events (account_id, id, name, actor, payload, occurred_at)
    select ${actor.account.id}, gen_random_uuid(), 'label.created', '{}', '{}', now() from generate_series(2, ${count}::int)`
  const listener = await listen(here.feed)
  await arriveEverywhere([listener])
  listener.stop()
}

/** Waits until what happened before has certainly been told: something later has. */
async function arriveEverywhere(listeners: Listener[]): Promise<void> {
  const writer = await write()
  await writer.commit()
  await until(() => listeners.every(({ heard }) => heard.includes(writer.sequences[0]!)), 'the latest is heard')
}

async function listenersOnline(): Promise<number> {
  const rows = await sql`
    select from pg_stat_activity where datname = current_database() and application_name = 'hilo listener' and query like '%hilo_signals'`
  return rows.length
}

function typing(id: string): Signal {
  const conversation = { id, inbox: { id: '1', name: 'Web' }, source_id: 'x', assignee: null, team: null }
  const author = { type: 'agent', id: '1', name: 'Ana' } as const
  return { name: 'conversation.typing', payload: { conversation, author, typing: true, private: false } }
}

function byNumber(a: number, b: number): number {
  return a - b
}
