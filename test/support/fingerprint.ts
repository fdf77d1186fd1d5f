import type pg from 'pg'
import { until } from '#test/wait.ts'

/** A hash per table. */
export type Fingerprint = Record<string, string>

/** Columns that change with every use of a key. */
const volatileColumns = ['last_used_at', 'last_used_ip']

/** Sums a timer derives from rows that are compared themselves. */
const derived = new Set([
  'board_deltas',
  'board_sums',
  'report_counts',
  'report_deltas',
  'report_totals',
  'report_zones',
])

/**
 * A hash of every row of these accounts, per table, and of their people: equal before and after when nothing changed.
 * The tables come from the catalog, so a new table counts without a line here. With `hasWorker` it first waits until
 * the worker has carried out the consequences of earlier calls.
 */
export async function fingerprint(pool: pg.Pool, accounts: string[], hasWorker = true): Promise<Fingerprint> {
  if (hasWorker) await waitUntilIdle(pool)
  const { rows } = await pool.query<{ name: string; hash: string }>({
    // A statement over a hundred tables takes longer to plan than to run, so each connection plans it once.
    name: 'fingerprint',
    text: await statementFor(pool),
    values: [accounts],
  })
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]))
}

/** The tables whose rows differ. */
export function differences(before: Fingerprint, after: Fingerprint): string[] {
  return Object.keys(after).filter((table) => before[table] !== after[table])
}

const statements = new WeakMap<pg.Pool, Promise<string>>()

function statementFor(pool: pg.Pool): Promise<string> {
  const statement = statements.get(pool) ?? makeStatement(pool)
  statements.set(pool, statement)
  return statement
}

const theirs = 'select from memberships where user_id = t.id'

async function makeStatement(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ name: string }>(`
    select c.relname::text as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id'
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`)
  const tables = [
    ...rows.filter(({ name }) => !derived.has(name)).map(({ name }) => ({ name, condition: 'account_id = any($1)' })),
    { name: 'accounts', condition: 'id = any($1)' },
    // Members of these workspaces, and people without any.
    { name: 'users', condition: `exists (${theirs} and account_id = any($1)) or not exists (${theirs})` },
  ]
  const selects = tables.map(
    ({ name, condition }) => `
      select '${name}' as name, md5(string_agg(hash, '' order by hash)) as hash from (
        select md5((to_jsonb(t) - '{${volatileColumns.join(',')}}'::text[])::text) as hash from ${name} t where ${condition}
      ) as rows`,
  )
  return selects.join(' union all ')
}

/** Waits until the consequences of earlier calls have been carried out; those of a sample may be due much later. */
export async function waitUntilIdle(pool: pg.Pool): Promise<void> {
  const isSettled = async () => {
    const { rows } = await pool.query(`
      select from deliveries where dead_at is null and next_try_at < now() + interval '10 minutes' union all select from campaigns where status = 'running'
      union all select from webhook_deliveries where status = 'pending' and attempts = 0
      union all select from channel_events where next_try_at is not null and attempts <= 1 limit 1`)
    return rows.length === 0
  }
  await until(isSettled, 'the consequences of earlier calls are carried out')
}
