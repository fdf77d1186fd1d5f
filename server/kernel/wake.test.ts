import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '#db/database.ts'
import { openBell } from '#kernel/wake.ts'
import { makeDatabase } from '#test/database.ts'

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
