import type pg from 'pg'

export type Fingerprint = Record<string, string[]>

/** A key notes when it was last used, whatever it was used for. */
const restless = ['last_used_at', 'last_used_ip']

/** Sums that a timer makes by itself; what they are sums of is compared. */
const sums = new Set(['board_deltas', 'board_sums', 'report_counts', 'report_deltas', 'report_totals', 'report_zones'])

/**
 * Every row of these accounts, in every table that has an account, and the people: what must be the same afterwards
 * when nothing was to change. The tables come from the catalog, so that one made tomorrow counts too. Where no worker
 * carries events to their subscribers, there is nothing to wait for.
 */
export async function fingerprint(
  pool: pg.Pool,
  accounts: string[],
  except: string[] = [],
  hasWorker = true,
): Promise<Fingerprint> {
  if (hasWorker) await settled(pool)
  const tables = (await tenantTables(pool)).filter(({ name }) => !except.includes(name) && !sums.has(name))
  const selects = tables.map(
    ({ name, condition }) =>
      `select '${name}' as name, (to_jsonb(t) - '{${restless.join(',')}}'::text[])::text as row from ${name} t where ${condition}`,
  )
  const { rows } = await pool.query<{ name: string; row: string }>(
    `select name, row from (${selects.join(' union all ')}) as rows order by name, row`,
    [accounts],
  )
  const prints: Fingerprint = {}
  for (const { name, row } of rows) (prints[name] ??= []).push(row)
  return prints
}

/** The rows that came, went or changed, told so that a person sees which. */
export function differences(before: Fingerprint, after: Fingerprint): string[] {
  const tables = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return tables.flatMap((table) => {
    const [old, now] = [new Set(before[table]), new Set(after[table])]
    const gone = [...old].filter((row) => !now.has(row)).map((row) => `${table} - ${row}`)
    return gone.concat([...now].filter((row) => !old.has(row)).map((row) => `${table} + ${row}`))
  })
}

const theirs = 'select from memberships where user_id = t.id'

type Table = { name: string; condition: string }
const known = new WeakMap<pg.Pool, Table[]>()

async function tenantTables(pool: pg.Pool): Promise<Table[]> {
  const { rows } = known.has(pool)
    ? { rows: [] }
    : await pool.query<{ name: string }>(`
        select c.relname::text as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id'
         where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`)
  const tables = known.get(pool) ?? [
    ...rows.map(({ name }) => ({ name, condition: 'account_id = any($1)' })),
    { name: 'accounts', condition: 'id = any($1)' },
    // People of these workspaces, and those of none.
    { name: 'users', condition: `exists (${theirs} and account_id = any($1)) or not exists (${theirs})` },
  ]
  known.set(pool, tables)
  return tables
}

const LONGEST_WAIT = 15_000

/** Waits until what was caused by earlier calls has been carried out. */
export async function settled(pool: pg.Pool): Promise<void> {
  const end = Date.now() + LONGEST_WAIT
  for (;;) {
    const { rows } = await pool.query(`
      select from deliveries where dead_at is null union all select from campaigns where status = 'running'
      union all select from webhook_deliveries where status = 'pending' and attempts = 0 limit 1`)
    if (rows.length === 0 || Date.now() > end) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
