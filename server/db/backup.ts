import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'

/*
 * A backup is one gzip file: a line of JSON that says what follows, then for each table its rows as COPY writes them,
 * in pieces with their length before them (four bytes; a length of zero ends the table), then the SHA-256 of it all.
 */

export type Progress = (step: { table: string; rows: number; done: number; of: number }) => void
export type Summary = { tables: number; rows: number }

type Table = { name: string; columns: string[] }
type Sequence = { name: string; value: string; used: boolean }
type Header = {
  hilo_backup: number
  created_at: string
  migrations: string[]
  tables: Table[]
  sequences: Sequence[]
}

const FORMAT = 1
const LONGEST_HEADER = 10_000_000
const LONGEST_PIECE = 1 << 20

/** Writes the whole database, as it is at this moment, to a file. The file has its name only when it is complete. */
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

/** Fills an empty, migrated database from a file: completely, or not at all. */
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

/** COPY cannot share a pool's pipelined connections, and a long one must not take a connection from the others. */
async function onOwnConnection<T>(pool: pg.Pool, mode: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  // The pool hides its password from enumeration, so that it does not end up in a log.
  const { password } = pool.options
  const client = new pg.Client({ ...pool.options, password, pipeline: false } as pg.ClientConfig)
  // What goes wrong with the connection is told by the query it happens to.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(`begin isolation level ${mode}`)
    await client.query(plainFormats)
    const result = await work(client)
    await client.query('commit')
    return result
  } finally {
    // Whatever was not committed ends with the connection, also when it stopped in the middle of a COPY.
    await client.end()
  }
}

/** Text that means the same wherever it is read, and time to write it. */
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

// What is in the database.

async function describe(client: pg.Client): Promise<Header> {
  const tables = await listTables(client)
  return {
    hilo_backup: FORMAT,
    created_at: new Date().toISOString(),
    migrations: await listMigrations(client),
    tables: tables.map(({ name, columns }) => ({ name, columns })),
    // Read after the first query fixed what the tables hold: a sequence may be ahead of its rows, never behind.
    sequences: await listSequences(client),
  }
}

async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table & { needs: string[] }>(`
    select t.relname::text as name,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        order by a.attnum) as columns,
      array(select f.relname::text from pg_constraint k join pg_class f on f.oid = k.confrelid
        where k.contype = 'f' and k.conrelid = t.oid and f.oid <> t.oid) as needs
    from pg_class t
    where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p') and not t.relispartition
      and t.relpersistence = 'p' and t.relname <> 'migrations'
      and not exists (select from pg_depend d where d.objid = t.oid and d.deptype = 'e')
    order by t.relname`)
  return inForeignKeyOrder(rows)
}

/** Tables before those that refer to them. Where they refer to each other in a circle, any order is as good. */
function inForeignKeyOrder<T extends { name: string; needs: string[] }>(tables: T[]): T[] {
  const waiting = new Map(tables.map((table) => [table.name, table]))
  const ordered: T[] = []
  while (waiting.size > 0) {
    const candidates = [...waiting.values()]
    const free = candidates.filter((table) => !table.needs.some((name) => waiting.has(name)))
    for (const table of free.length > 0 ? free : candidates.slice(0, 1)) {
      ordered.push(table)
      waiting.delete(table.name)
    }
  }
  return ordered
}

async function listMigrations(client: pg.Client): Promise<string[]> {
  const { rows: found } = await client.query(`select from pg_class where oid = to_regclass('public.migrations')`)
  if (found.length === 0) return []
  const { rows } = await client.query<{ name: string }>('select name from migrations order by name collate "C"')
  return rows.map(({ name }) => name)
}

async function listSequences(client: pg.Client): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string }>(`
    select relname::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'S' and relpersistence = 'p' order by relname`)
  const sequences: Sequence[] = []
  for (const { name } of rows) {
    const state = await client.query(`select last_value::text as value, is_called as used from ${quote(name)}`)
    sequences.push({ name, ...state.rows[0] })
  }
  return sequences
}

// Writing.

async function* write(client: pg.Client, header: Header, summary: Summary, progress: Progress) {
  const hash = createHash('sha256')
  const sealed = (bytes: Buffer) => {
    hash.update(bytes)
    return bytes
  }
  yield sealed(Buffer.from(`${JSON.stringify(header)}\n`))
  for (const [index, table] of header.tables.entries()) {
    const rows = client.query(copyTo(`copy (select ${columnsOf(table)} from ${quote(table.name)}) to stdout`))
    for await (const chunk of rows) for (const piece of pieces(chunk)) yield sealed(piece)
    yield sealed(lengthOf(0))
    // The number of rows arrives after them; an answer to the next query means it is here.
    await client.query('select')
    summary.rows += rows.rowCount
    progress({ table: table.name, rows: rows.rowCount, done: index + 1, of: header.tables.length })
  }
  yield hash.digest()
}

function* pieces(chunk: Buffer) {
  for (let start = 0; start < chunk.length; start += LONGEST_PIECE) {
    const piece = chunk.subarray(start, start + LONGEST_PIECE)
    yield lengthOf(piece.length)
    yield piece
  }
}

function lengthOf(length: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(length)
  return bytes
}

// Reading.

type Content = {
  header: Header
  /** The rows of the next table, as COPY wants them. Must be read to the end before the next is asked for. */
  rows(): AsyncGenerator<Buffer>
  /** Throws unless the file ends here and is what was written. */
  finish(): Promise<void>
  close(): void
}

/** Reads the file once without using it, so that a damaged one is refused before the database is touched. */
async function check(file: string) {
  const content = await read(file)
  try {
    for (const _ of content.header.tables) for await (const _ of content.rows());
    await content.finish()
  } finally {
    content.close()
  }
}

async function read(file: string): Promise<Content> {
  const { size } = await stat(file)
  const packed = createReadStream(file)
  const plain = createGunzip({ chunkSize: 1 << 16 })
  pipeline(packed, plain).catch(() => {})
  const chunks = plain[Symbol.asyncIterator]()
  const hash = createHash('sha256')
  let held: Buffer = Buffer.alloc(0)

  async function more(): Promise<boolean> {
    const next = await chunks.next().catch((error) => Promise.reject(damaged(file, error)))
    if (!next.done) held = Buffer.concat([held, next.value])
    return !next.done
  }

  async function take(length: number): Promise<Buffer> {
    while (held.length < length) if (!(await more())) throw damaged(file)
    const taken = held.subarray(0, length)
    held = held.subarray(length)
    return taken
  }

  async function takeSealed(length: number): Promise<Buffer> {
    const taken = await take(length)
    hash.update(taken)
    return taken
  }

  async function takeHeader(): Promise<Header> {
    while (!held.includes('\n')) if (held.length > LONGEST_HEADER || !(await more())) throw damaged(file)
    return parseHeader(file, await takeSealed(held.indexOf('\n') + 1))
  }

  async function* rows() {
    for (;;) {
      const length = (await takeSealed(4)).readUInt32BE()
      if (length === 0) return
      if (length > LONGEST_PIECE) throw damaged(file)
      yield await takeSealed(length)
    }
  }

  async function finish() {
    const same = hash.digest().equals(await take(32))
    const ended = held.length === 0 && !(await more())
    // Bytes after the end of the gzip data are left unread without a word.
    if (!same || !ended || plain.bytesWritten !== size) throw damaged(file)
  }

  function close() {
    packed.destroy()
    plain.destroy()
  }

  const header = await takeHeader().catch((error) => {
    close()
    throw error
  })
  return { header, rows, finish, close }
}

function parseHeader(file: string, line: Buffer): Header {
  const header = parse(line)
  if (typeof header?.hilo_backup !== 'number') throw damaged(file)
  if (header.hilo_backup === FORMAT) return header
  throw new Error(
    `${file} is a backup in format ${header.hilo_backup}, and this version of Hilo reads format ${FORMAT}.`,
  )
}

function parse(line: Buffer): Header | undefined {
  try {
    return JSON.parse(line.toString())
  } catch {
    return undefined
  }
}

function damaged(file: string, cause?: unknown): Error {
  return new Error(`${file} is not a backup, or is damaged or cut short. Nothing was restored.`, { cause })
}

// Restoring.

async function load(client: pg.Client, content: Content, progress: Progress): Promise<Summary> {
  const { header } = content
  await refuseOtherSchema(client, header)
  const tables = header.tables.map(({ name }) => quote(name))
  if (tables.length > 0) await client.query(`lock table ${tables.join(', ')} in exclusive mode`)
  await refuseOtherData(client, header.tables)
  // A new database may have its own installation row by now; the data was sealed with the one in the backup.
  if (header.tables.some(({ name }) => name === 'installation')) await client.query('delete from installation')
  const lifted = await liftForwardConstraints(client, header.tables)
  const summary = { tables: tables.length, rows: 0 }
  for (const [index, table] of header.tables.entries()) {
    const target = client.query(copyFrom(`copy ${quote(table.name)} (${columnsOf(table)}) from stdin`))
    await pipeline(Readable.from(content.rows()), target)
    summary.rows += target.rowCount
    progress({ table: table.name, rows: target.rowCount, done: index + 1, of: tables.length })
  }
  await content.finish()
  for (const constraint of lifted) await client.query(constraint)
  for (const { name, value, used } of header.sequences) {
    await client.query('select setval($1::regclass, $2, $3)', [quote(name), value, used])
  }
  return summary
}

async function refuseOtherSchema(client: pg.Client, header: Header) {
  const here = await describe(client)
  const missing = header.migrations.filter((name) => !here.migrations.includes(name))
  const added = here.migrations.filter((name) => !header.migrations.includes(name))
  if (missing.length > 0 || added.length > 0) {
    const lacks = missing.length > 0 ? ` This database lacks ${missing.join(', ')}.` : ''
    const has = added.length > 0 ? ` The backup lacks ${added.join(', ')}.` : ''
    throw new Error(`The backup was made by another version of Hilo. Restore it with that version.${lacks}${has}`)
  }
  if (shape(here) !== shape(header)) throw new Error('The tables of the backup are not the tables of this database.')
}

function shape({ tables, sequences }: Header): string {
  return JSON.stringify([tables.map(({ name, columns }) => [name, ...columns]), sequences.map(({ name }) => name)])
}

async function refuseOtherData(client: pg.Client, tables: Table[]) {
  for (const { name } of tables) {
    if (name === 'installation') continue
    const { rows } = await client.query(`select from ${quote(name)} limit 1`)
    if (rows.length > 0) {
      throw new Error(`This database already holds data (in the table ${name}). Restore into an empty one.`)
    }
  }
}

/** Takes away the foreign keys that point to a table loaded later, and answers how to put them back. */
async function liftForwardConstraints(client: pg.Client, tables: Table[]): Promise<string[]> {
  const { rows } = await client.query<Record<'name' | 'source' | 'target' | 'definition', string>>(`
    select k.conname as name, s.relname as source, t.relname as target, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class s on s.oid = k.conrelid join pg_class t on t.oid = k.confrelid
    where k.contype = 'f' and k.conparentid = 0 and k.connamespace = 'public'::regnamespace`)
  const position = new Map(tables.map(({ name }, index) => [name, index]))
  const forward = rows.filter(({ source, target }) => (position.get(source) ?? 0) < (position.get(target) ?? 0))
  for (const { name, source } of forward)
    await client.query(`alter table ${quote(source)} drop constraint ${quote(name)}`)
  return forward.map(
    ({ name, source, definition }) => `alter table ${quote(source)} add constraint ${quote(name)} ${definition}`,
  )
}

function columnsOf(table: Table): string {
  return table.columns.map(quote).join(', ')
}

const quote = pg.escapeIdentifier
