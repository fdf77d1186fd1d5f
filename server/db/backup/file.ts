import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { columnsOf, FORMAT, type Header, quote, type Sequence, type Table } from '#db/backup/describe.ts'

/*
 * A backup is one gzip file: a header line of JSON, then for each table its rows in COPY format, in chunks preceded by
 * their length (four bytes; a length of zero ends the table), then the SHA-256 of everything before it.
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
    // The row count arrives after the rows; it is known once the next query has been answered.
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
  /** The rows of the next table in COPY format. Read them to the end before asking for the next table. */
  rows(): AsyncGenerator<Buffer>
  /** Throws unless the file ends here and its checksum is right. */
  finish(): Promise<void>
  close(): void
}

/** Reads the whole file once, so that a damaged one is refused before the database is touched. */
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
    // Node.js silently ignores bytes after the end of the gzip data.
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
  if (header.hilo_backup === FORMAT && !isWhole(header)) throw damaged(file)
  if (header.hilo_backup === FORMAT) return header
  throw new Error(
    `${file} is a backup in format ${header.hilo_backup}, and this version of Hilo reads format ${FORMAT}.`,
  )
}

/** Whether every part has its type. Names are compared with those of the database before any is used. */
function isWhole({ migrations, tables, sequences }: Header): boolean {
  const isSequence = (each: Sequence | null) =>
    isText(each?.name) && /^\d{1,19}$/.test(String(each?.value)) && typeof each?.used === 'boolean'
  return (
    isTexts(migrations) &&
    Array.isArray(tables) &&
    tables.every((table: Table | null) => isText(table?.name) && isTexts(table?.columns)) &&
    Array.isArray(sequences) &&
    sequences.every(isSequence)
  )
}

function isText(value: unknown): boolean {
  return typeof value === 'string'
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every(isText)
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
