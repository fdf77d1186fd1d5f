import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { columnsOf, FORMAT, type Header, quote } from '#db/backup/describe.ts'

/*
 * A backup is one gzip file: a line of JSON that says what follows, then for each table its rows as COPY writes them,
 * in pieces with their length before them (four bytes; a length of zero ends the table), then the SHA-256 of it all.
 */

export type Progress = (step: { table: string; rows: number; done: number; of: number }) => void
export type Summary = { tables: number; rows: number }

const LONGEST_HEADER = 10_000_000
const LONGEST_PIECE = 1 << 20

export async function* write(client: pg.Client, header: Header, summary: Summary, progress: Progress) {
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

export type Content = {
  header: Header
  /** The rows of the next table, as COPY wants them. Must be read to the end before the next is asked for. */
  rows(): AsyncGenerator<Buffer>
  /** Throws unless the file ends here and is what was written. */
  finish(): Promise<void>
  close(): void
}

/** Reads the file once without using it, so that a damaged one is refused before the database is touched. */
export async function check(file: string) {
  const content = await read(file)
  try {
    for (const _ of content.header.tables) for await (const _ of content.rows());
    await content.finish()
  } finally {
    content.close()
  }
}

export async function read(file: string): Promise<Content> {
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
