import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import pg from 'pg'
import type { Connection } from '#db/database.ts'
import { startTestServer, TEMPLATE } from '#test/server.ts'

/** A fresh, migrated database for this test file, gone when the file is done. */
export async function makeDatabase(): Promise<Connection> {
  const server = await testServer()
  const name = `test_${randomBytes(6).toString('hex')}`
  await command(server, `create database ${name} template ${TEMPLATE}`)
  after(() => command(server, `drop database if exists ${name} with (force)`))
  return { ...server, database: name }
}

let own: Promise<Connection> | undefined

/** The server `npm test` started; a file run by itself with `node --test` starts one of its own. */
function testServer(): Promise<Connection> {
  const given = process.env.HILO_TEST_SERVER
  if (given) return Promise.resolve(JSON.parse(given) as Connection)
  own ??= (async () => {
    const folder = await mkdtemp(join(tmpdir(), 'hilo-test-'))
    await chmod(folder, 0o711) // Also for the unprivileged user PostgreSQL runs as.
    const server = await startTestServer(folder)
    after(async () => {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    })
    return server.connection
  })()
  return own
}

async function command(server: Connection, text: string): Promise<void> {
  const client = new pg.Client({ ...server, database: 'postgres' })
  await client.connect()
  // Two copies of one template at the same moment wait for each other in vain; they are taken in turn.
  await client.query('select pg_advisory_lock(1)')
  await client.query(text)
  await client.end()
}
