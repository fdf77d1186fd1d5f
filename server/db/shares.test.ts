import assert from 'node:assert/strict'
import { after, describe, test, type TestContext } from 'node:test'
import { openDatabase } from '#db/database.ts'
import { limits } from '#db/limits.ts'
import { createTurns, type Turn } from '#db/shares.ts'
import { makeDatabase } from '#test/database.ts'
import { until } from '#test/wait.ts'

const database = openDatabase(await makeDatabase(), () => {}, 2)
after(() => database.close())

/** Asks for turns and records the order in which they begin. */
function openTurns(t: TestContext, connections: number, options = {}) {
  const turns = createTurns(connections, options)
  const begun: { account: string; turn: Turn }[] = []
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  const endFirst = async () => {
    begun.shift()!.turn.end()
    await settle()
  }
  t.after(async () => {
    while (begun.length > 0) await endFirst()
  })
  return {
    turns,
    begun,
    settle,
    endFirst,
    ask: (account: string) => turns.take(account).then((turn) => void begun.push({ account, turn })),
    order: () => begun.map(({ account }) => account).join(''),
  }
}

describe('The connections for searches and reports', () => {
  test('go to one workspace up to half, so the others find a free one', async (t) => {
    const { ask, order, settle, turns } = openTurns(t, 4)
    for (let i = 0; i < 50; i++) void ask('A')
    await settle()
    assert.equal(order(), 'AA')
    void ask('B')
    await settle()
    assert.equal(order(), 'AAB')
    assert.equal(turns.waiting(), 48)
  })

  test('are given to waiting workspaces in rotation, however long the queue of one is', async (t) => {
    const { ask, order, settle, endFirst } = openTurns(t, 2)
    for (let i = 0; i < 5; i++) void ask('A')
    for (const account of ['B', 'B', 'C']) void ask(account)
    await settle()
    assert.equal(order(), 'AB')
    const served: string[] = []
    while (order() !== '') {
      served.push(order()[0]!)
      await endFirst()
    }
    assert.equal(served.join(''), 'ABABCAAA')
  })

  test('are scarce when another workspace waits or more than half are in use, and then statements end sooner', async (t) => {
    const { ask, begun, settle, endFirst } = openTurns(t, 4)
    for (const account of ['A', 'A', 'A', 'B', 'C', 'D']) void ask(account)
    await settle()
    assert.deepEqual(
      begun.map(({ account, turn }) => [account, turn.isCrowded]),
      [
        ['A', false],
        ['A', false],
        ['B', true],
        ['C', true],
      ],
    )
    await endFirst()
    assert.deepEqual([begun.at(-1)!.account, begun.at(-1)!.turn.isCrowded], ['A', true])
  })

  test('are refused to a workspace whose queue is full or does not move, and to no other', async (t) => {
    const { ask, turns } = openTurns(t, 2, { wait_ms: 5, most_waiting: 3 })
    await ask('A')
    const waiting = Array.from({ length: 4 }, () => ask('A'))
    await assert.rejects(waiting[3]!, { code: 'share_used_up' })
    await ask('B')
    for (const each of waiting.slice(0, 3)) await assert.rejects(each, { code: 'share_used_up' })
    assert.equal(turns.waiting(), 0)
  })
})

describe('A statement of a search', () => {
  test('gives its connection back when it fails, and the next one runs', async () => {
    const runner = database.shares.of('1')
    for (let i = 0; i < 5; i++) await assert.rejects(runner.query({ text: 'select 1 / 0' }), { code: '22012' })
    assert.deepEqual((await runner.query({ text: 'select 1 as one' })).rows, [{ one: 1 }])
  })

  test('may take fifteen seconds, and five while connections are scarce', async () => {
    const text = `select setting::int as longest from pg_settings where name = 'statement_timeout'`
    const longest = async (account: string) =>
      (await database.shares.of(account).query<{ longest: number }>({ text })).rows[0]!.longest
    assert.equal(await longest('1'), limits.analytics)
    const held = await database.work.connect()
    await held.query('select pg_advisory_lock(7)')
    const long = ['1', '2'].map((account) =>
      database.shares.of(account).query({ text: 'select pg_advisory_lock_shared(7)' }),
    )
    await until(() => database.analytics.totalCount - database.analytics.idleCount === 2, 'both run')
    assert.equal(await longest('3'), limits.analytics_crowded)
    await held.query('select pg_advisory_unlock(7)')
    held.release()
    await Promise.all(long)
    for (let i = 0; i < 3; i++) assert.equal(await longest('3'), limits.analytics)
  })
})
