import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { backup, restore } from '#db/backup.ts'
import type { Header, Sequence, Table } from '#db/backup/describe.ts'
import { openDatabase } from '#db/database.ts'
import { createAccount } from '#domains/access/setup/provision.ts'
import { makeDatabase } from '#test/database.ts'

/*
 * Backups changed by somebody who knows the format and writes a correct checksum. A restore compares everything a
 * header names with the database itself, and runs in one transaction: it is complete, or nothing has changed.
 */
const folder = await mkdtemp(join(tmpdir(), 'hilo-backup-'))
const source = openDatabase(await makeDatabase(), () => {}, 2)
const target = openDatabase(await makeDatabase(), () => {}, 2)
after(async () => {
  await Promise.all([source.close(), target.close()])
  await rm(folder, { recursive: true })
})
await createAccount(source.sql, Buffer.alloc(32), { name: 'Prueba' })
const file = join(folder, 'hilo.backup')
await backup(source.work, file)
const whole = gunzipSync(await readFile(file))
const lineEnd = whole.indexOf('\n')
const original = JSON.parse(whole.subarray(0, lineEnd).toString()) as Header
const rows = whole.subarray(lineEnd + 1, -32)

/** Restores a backup with this header and these rows, under a correct checksum. */
async function restoreDoctored(header: unknown, content: Buffer = rows): Promise<void> {
  const bytes = Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), content])
  const doctored = join(folder, 'doctored.backup')
  await writeFile(doctored, gzipSync(Buffer.concat([bytes, createHash('sha256').update(bytes).digest()])))
  await restore(target.work, doctored)
}

/** Names of all tables, functions, roles and constraints, and the number of rows. */
async function fingerprint(): Promise<unknown> {
  return target.sql`
    select (select array_agg(relname order by relname) from pg_class where relnamespace = 'public'::regnamespace) as tables,
           (select count(*) from pg_proc) as functions, (select count(*) from pg_roles) as roles,
           (select count(*) from pg_constraint where convalidated) as constraints,
           (select count(*) from accounts) as accounts, (select count(*) from users) as users`
}

const renamed = (from: string, name: string): Table[] =>
  original.tables.map((table) => (table.name === from ? { ...table, name } : table))
const withSequence = (change: Partial<Sequence>): Sequence[] =>
  original.sequences.map((each, i) => (i === 0 ? { ...each, ...change } : each))
const withColumn = (name: string): Table[] =>
  original.tables.map((table) => (table.name === 'users' ? { ...table, columns: [...table.columns, name] } : table))

const headers: Record<string, unknown> = {
  'SQL in the name of a table': { ...original, tables: renamed('users', 'users"; drop table accounts; --') },
  'SQL in the name of a column': { ...original, tables: withColumn('id") from stdin; drop table accounts; --') },
  'SQL in the name of a sequence': { ...original, sequences: withSequence({ name: `x'); drop table accounts; --` }) },
  'SQL in the value of a sequence': { ...original, sequences: withSequence({ value: '1); drop table accounts; --' }) },
  'a table of the system': { ...original, tables: renamed('users', 'pg_authid') },
  'a path in place of a table': { ...original, tables: renamed('users', '../../etc/passwd') },
  'a table more': { ...original, tables: [...original.tables, { name: 'function_files', columns: ['name', 'hash'] }] },
  'a table twice': { ...original, tables: [...original.tables, original.tables[0]] },
  'a table less': { ...original, tables: original.tables.slice(1) },
  'tables in another order': { ...original, tables: original.tables.toReversed() },
  'columns in another order': {
    ...original,
    tables: original.tables.map((table) => ({ ...table, columns: table.columns.toReversed() })),
  },
  'a migration of another version': { ...original, migrations: [...original.migrations, '9999_future.sql'] },
  'a migration less': { ...original, migrations: original.migrations.slice(1) },
  'no tables': { ...original, tables: undefined },
  'tables that are no list': { ...original, tables: { length: 3 } },
  'tables that are no records': { ...original, tables: [null, 7, 'users'] },
  'columns that are no list': { ...original, tables: [{ name: 'users', columns: 'id' }] },
  'no migrations': { ...original, migrations: null },
  'sequences that are no list': { ...original, sequences: 'all' },
  'a sequence below zero': { ...original, sequences: withSequence({ value: '-5' }) },
  'another format': { ...original, hilo_backup: 99 },
  'no header': [],
}

describe('A doctored backup', () => {
  for (const [what, header] of Object.entries(headers)) {
    test(`with ${what} is refused, and nothing has changed`, async () => {
      const before = await fingerprint()
      await assert.rejects(restoreDoctored(header), /Nothing was restored|another version|differ|format 99/)
      assert.deepEqual(await fingerprint(), before)
    })
  }

  test('with rows that break a rule of the database is refused, and nothing has changed', async () => {
    const before = await fingerprint()
    const at = rows.indexOf('Prueba')
    const broken = Buffer.from(rows)
    // The name becomes NULL and the row keeps its length.
    broken.write('\\N\t\\N\t', at)
    await assert.rejects(restoreDoctored(original, broken))
    const endless = Buffer.concat([Buffer.from([0xff, 0xff, 0xff, 0xff]), rows])
    await assert.rejects(restoreDoctored(original, endless), /Nothing was restored/)
    await assert.rejects(restoreDoctored(original, rows.subarray(0, -4)), /Nothing was restored/)
    assert.deepEqual(await fingerprint(), before)
  })

  test('that is the original is restored', async () => {
    await restoreDoctored(original)
    assert.deepEqual(await target.sql`select name from accounts`, [{ name: 'Prueba' }])
  })
})
