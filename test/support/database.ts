import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { after } from 'node:test'
import pg from 'pg'
import type { Connection, Database } from '#db/database.ts'
import { bind, type Sql } from '#db/sql.ts'
import { TEMPLATE } from '#test/server.ts'
import { type AtEnd, share } from '#test/share.ts'

/** A fresh, migrated database for this test file, gone when the file is done. */
export async function makeDatabase(end: AtEnd = after): Promise<Connection> {
  const server = await testServer()
  const name = `test_${randomBytes(6).toString('hex')}`
  await command(server, `create database ${name} template ${TEMPLATE} strategy file_copy`)
  // A hook that fails keeps all later hooks from running, and their open servers keep the process from exiting.
  end(() => command(server, `drop database if exists ${name} with (force)`).catch(() => {}))
  return { ...server, database: name }
}

/** A connection without time limits, for seeding and comparing many rows on a busy machine. */
export async function openUnlimited({ work: { options } }: Database): Promise<Sql> {
  const settings = `${(options as { options?: string }).options} -c statement_timeout=0`
  // The password is not enumerable.
  const client = new pg.Client({ ...options, password: options.password, options: settings } as pg.ClientConfig)
  await client.connect()
  // The end of the database may come first, and breaks the connection.
  client.on('error', () => {})
  after(() => client.end())
  return bind(client, undefined, 0)
}

/** The PostgreSQL of `npm test`; for a file that is run by itself, one of its own. */
async function testServer(): Promise<Connection> {
  return JSON.parse(process.env.HILO_TEST_SERVER ?? (await startLoneServer())) as Connection
}

const startLoneServer = share(async () => {
  const child = spawn(process.execPath, ['test/runner/lone-server.ts'], { stdio: ['pipe', 'pipe', 'inherit'] })
  const [connection] = (await once(child.stdout, 'data')) as [Buffer]
  // It must not keep this process running: the end of this process ends it.
  child.unref()
  for (const pipe of [child.stdin, child.stdout]) (pipe as Socket).unref()
  return connection.toString()
})

async function command(server: Connection, text: string): Promise<void> {
  const client = new pg.Client({ ...server, database: 'postgres' })
  await client.connect()
  try {
    // Two simultaneous copies of one template deadlock, so they take turns.
    await client.query('select pg_advisory_lock(1)')
    await client.query(text)
  } finally {
    await client.end()
  }
}
