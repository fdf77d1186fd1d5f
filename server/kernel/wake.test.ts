import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Signal } from '#contract/signals.ts'
import { openDatabase } from '#db/database.ts'
import { openBell } from '#kernel/wake.ts'
import { makeDatabase } from '#test/database.ts'
import { until } from '#test/wait.ts'

const connection = await makeDatabase()
const log = { info() {}, warn() {}, error() {} }

test('a bell can be closed at any moment of its opening', async () => {
  const database = openDatabase(connection, () => {}, 2)
  for (const pause of [0, 0, 1, 2, 5, 10, 50]) {
    const bell = openBell(database, connection, log)
    if (pause > 0) await sleep(pause)
    const closed = await Promise.race([bell.close().then(() => true), sleep(10_000, false, { ref: false })])
    assert.equal(closed, true, `after ${pause} ms`)
  }
  await database.close()
})

test('a bell before a database that is not there can be closed too', async () => {
  const nowhere = { ...connection, host: '/nowhere' }
  const database = openDatabase(nowhere, () => {}, 2)
  const bell = openBell(database, nowhere, log)
  bell.ring()
  await sleep(100)
  await bell.close()
  await database.close()
})

test('a signal is heard once on every node: here at once, elsewhere by a notice', async () => {
  const database = openDatabase(connection, () => {}, 2)
  const bells = [openBell(database, connection, log), openBell(database, connection, log)] as const
  const heard: [string, string][][] = [[], []]
  bells.forEach((bell, i) => bell.onSignal((account_id, { payload }) => heard[i]!.push([account_id, nameIn(payload)])))
  const listeners = () => database.sql`
    select from pg_stat_activity where datname = current_database() and query like '%listen hilo_signals'`
  await until(async () => (await listeners()).length === 2, 'both listen')

  bells[0].signal('1', typing('Ana'))
  assert.deepEqual(heard, [[['1', 'Ana']], []])
  bells[0].signal('1', typing('x'.repeat(8_000)))
  assert.equal(heard[0]!.length, 2, 'one that is too long is heard here only')
  await database.sql`select pg_notify('hilo_signals', 'rubbish')`
  await database.sql`select pg_notify('hilo_signals', 'null')`
  bells[1].signal('2', typing('Beto'))
  await until(() => heard[0]!.length === 3 && heard[1]!.length === 2, 'the last is heard')
  assert.deepEqual(new Set(heard[1]!.map(([, name]) => name)), new Set(['Ana', 'Beto']))
  assert.deepEqual(heard[0]!.at(-1), ['2', 'Beto'])
  for (const bell of bells) await bell.close()
  await database.close()
})

function typing(name: string): Signal {
  const conversation = { id: '1', inbox: { id: '1', name: 'Web' }, source_id: 'x', assignee: null, team: null }
  const author = { type: 'agent', id: '1', name } as const
  return { name: 'conversation.typing', payload: { conversation, author, typing: true, private: false } }
}

function nameIn({ author }: Signal['payload']): string {
  return author.name
}
