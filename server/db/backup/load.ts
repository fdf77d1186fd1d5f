import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { columnsOf, describe, type Header, quote, type Table } from '#db/backup/describe.ts'
import type { Content, Progress, Summary } from '#db/backup/file.ts'

export async function load(client: pg.Client, content: Content, progress: Progress): Promise<Summary> {
  const { header } = content
  await refuseOtherSchema(client, header)
  const tables = header.tables.map(({ name }) => quote(name))
  if (tables.length > 0) await client.query(`lock table ${tables.join(', ')} in exclusive mode`)
  await refuseOtherData(client, header.tables)
  // A new database may already have an installation row; the data was encrypted with the one in the backup.
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
  if (shape(here) !== shape(header)) throw new Error('The tables of the backup differ from those of this database.')
}

function shape({ tables, sequences }: Header): string {
  return JSON.stringify([tables.map(({ name, columns }) => [name, ...columns]), sequences.map(({ name }) => name)])
}

async function refuseOtherData(client: pg.Client, tables: Table[]) {
  for (const { name } of tables) {
    if (name === 'installation') continue
    const { rows } = await client.query(`select from ${quote(name)} limit 1`)
    if (rows.length > 0) {
      throw new Error(`This database already has data (in the table ${name}). Restore into an empty one.`)
    }
  }
}

/** Drops the foreign keys that point to a table loaded later, and returns the statements that restore them. */
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
