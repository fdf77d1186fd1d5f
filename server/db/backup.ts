import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { describe } from '#db/backup/describe.ts'
import { check, type Progress, read, type Summary, write } from '#db/backup/file.ts'
import { load } from '#db/backup/load.ts'

/** Writes a snapshot of the whole database to a file, which gets its name only when it is complete. */
export async function backup(pool: pg.Pool, file: string, progress: Progress = () => {}): Promise<Summary> {
  const draft = `${file}.part`
  return onOwnConnection(pool, 'repeatable read, read only', async (client) => {
    const header = await describe(client)
    const summary = { tables: header.tables.length, rows: 0 }
    const target = createWriteStream(draft, { mode: 0o600, flush: true })
    try {
      await pipeline(Readable.from(write(client, header, summary, progress)), createGzip({ level: 4 }), target)
      await rename(draft, file)
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
    return summary
  })
}

/** Fills an empty, migrated database from a file, completely or not at all. */
export async function restore(pool: pg.Pool, file: string, progress: Progress = () => {}): Promise<Summary> {
  await check(file)
  return onOwnConnection(pool, 'read committed', async (client) => {
    const content = await read(file)
    try {
      return await load(client, content, progress)
    } finally {
      content.close()
    }
  })
}

/** COPY cannot use the pool's pipelined connections, and a long one must not occupy a connection of the pool. */
async function onOwnConnection<T>(pool: pg.Pool, mode: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  // The pool hides its password from enumeration to keep it out of logs, so it is copied explicitly.
  const { password } = pool.options
  const client = new pg.Client({ ...pool.options, password, pipeline: false } as pg.ClientConfig)
  // Connection errors are reported by the query that meets them.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(`begin isolation level ${mode}`)
    await client.query(plainFormats)
    const result = await work(client)
    await client.query('commit')
    return result
  } finally {
    // Closing the connection rolls back what was not committed, even in the middle of a COPY.
    await client.end()
  }
}

/** Formats that do not depend on the server's settings, and no time limit. */
const plainFormats = `
  set local search_path = public;
  set local datestyle = 'ISO';
  set local intervalstyle = 'postgres';
  set local timezone = 'UTC';
  set local bytea_output = 'hex';
  set local extra_float_digits = 1;
  set local client_encoding = 'UTF8';
  set local row_security = off;
  set local statement_timeout = 0;
  set local lock_timeout = '10s';
  set local idle_in_transaction_session_timeout = 0`
