import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Signal } from '#contract/signals.ts'
import { openDatabase } from '#db/database.ts'
import { openNotifier } from '#kernel/notify.ts'
import { makeDatabase } from '#test/database.ts'
import { until } from '#test/wait.ts'

const connection = await makeDatabase()
const log = { info() {}, warn() {}, error() {} }

test('A notifier can be closed at any moment while it opens', async () => {
  const database = openDatabase(connection, () => {}, 2)
  for (const pause of [0, 0, 1, 2, 5, 10, 50]) {
    const notifier = openNotifier(database, connection, log)
    if (pause > 0) await sleep(pause)
    const closed = await Promise.race([notifier.close().then(() => true), sleep(10_000, false, { ref: false })])
    assert.equal(closed, true, `after ${pause} ms`)
  }
  await database.close()
})

test('A notifier whose database does not answer can be closed too', async () => {
  const nowhere = { ...connection, host: '/nowhere' }
  const database = openDatabase(nowhere, () => {}, 2)
  let warnings = 0
  const notifier = openNotifier(database, nowhere, { ...log, warn: () => void warnings++ })
  notifier.notify()
  await until(() => warnings > 0, 'it fails to connect')
  await notifier.close()
  await database.close()
})

test('A signal reaches every node once: this one at once, the others by notification', async () => {
  const database = openDatabase(connection, () => {}, 2)
  const notifiers = [openNotifier(database, connection, log), openNotifier(database, connection, log)] as const
  const received: [string, string][][] = [[], []]
  notifiers.forEach((notifier, i) =>
    notifier.onSignal((account_id, { payload }) => received[i]!.push([account_id, nameIn(payload)])),
  )
  const listeners = () => database.sql`
    select from pg_stat_activity where datname = current_database() and query like '%listen hilo_signals'`
  await until(async () => (await listeners()).length === 2, 'both are connected')

  notifiers[0].signal('1', typing('Ana'))
  assert.deepEqual(received, [[['1', 'Ana']], []])
  notifiers[0].signal('1', typing('x'.repeat(8_000)))
  assert.equal(received[0]!.length, 2, 'one that is too long stays on this node')
  await database.sql`select pg_notify('hilo_signals', 'rubbish')`
  await database.sql`select pg_notify('hilo_signals', 'null')`
  notifiers[1].signal('2', typing('Beto'))
  await until(() => received[0]!.length === 3 && received[1]!.length === 2, 'the last arrives')
  assert.deepEqual(new Set(received[1]!.map(([, name]) => name)), new Set(['Ana', 'Beto']))
  assert.deepEqual(received[0]!.at(-1), ['2', 'Beto'])
  for (const notifier of notifiers) await notifier.close()
  await database.close()
})

function typing(name: string): Signal {
  const inbox = { id: '1', name: 'Web' }
  const conversation = { id: '1', inbox, channel: 'api', source_id: 'x', assignee: null, team: null } as const
  const author = { type: 'agent', id: '1', name } as const
  return { name: 'conversation.typing', payload: { conversation, author, typing: true, private: false } }
}

function nameIn({ author }: Signal['payload']): string {
  return author.name
}
