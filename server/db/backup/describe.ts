import pg from 'pg'

export type Table = { name: string; columns: string[] }
export type Sequence = { name: string; value: string; used: boolean }
export type Header = {
  hilo_backup: number
  created_at: string
  migrations: string[]
  tables: Table[]
  sequences: Sequence[]
}

export const FORMAT = 1

export async function describe(client: pg.Client): Promise<Header> {
  const tables = await listTables(client)
  return {
    hilo_backup: FORMAT,
    created_at: new Date().toISOString(),
    migrations: await listMigrations(client),
    tables: tables.map(({ name, columns }) => ({ name, columns })),
    // Read after the snapshot of the tables was taken: a sequence may be ahead of its rows, never behind.
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
      and t.relpersistence = 'p' and t.relname not in ('migrations', 'function_files')
      and not exists (select from pg_depend d where d.objid = t.oid and d.deptype = 'e')
    order by t.relname`)
  return inForeignKeyOrder(rows)
}

/** Orders tables before those that refer to them. Tables in a cycle may come in any order. */
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

export function columnsOf(table: Table): string {
  return table.columns.map(quote).join(', ')
}

export const quote = pg.escapeIdentifier
