import { default_retention, type Retention } from '#contract/records/retention.ts'
import { literal, part, type Part, type Sql } from '#db/sql.ts'

/** Rows deleted by one statement, so that no lock is held for long. */
const STEP = 1000

/** A table with a number of days per workspace; rows that still wait for their work are not `done`. */
type Log = { days: keyof Retention; table: Part; time: Part; done: Part }

const logs: readonly Log[] = [
  {
    days: 'events_days',
    table: part`events o`,
    time: part`o.occurred_at`,
    done: part`not exists (select from deliveries d where d.account_id = o.account_id and d.event_id = o.id and d.dead_at is null)`,
  },
  { days: 'audit_days', table: part`audit_entries o`, time: part`o.created_at`, done: part`true` },
  {
    days: 'inbound_log_days',
    table: part`channel_events o`,
    time: part`o.received_at`,
    done: part`o.next_try_at is null`,
  },
  {
    days: 'webhook_log_days',
    table: part`webhook_deliveries o`,
    time: part`o.queued_at`,
    done: part`o.status <> 'pending'`,
  },
]

export const nextRetentionRun = part`select retention_due_at as at from installation`

/** Deletes old rows of every workspace, in small steps. A run that ends early is taken up an hour later. */
export async function applyRetention(sql: Sql): Promise<void> {
  const claimed = await sql`
    update installation set retention_due_at = now() + interval '1 hour' where retention_due_at <= now() returning retention_due_at`
  if (claimed.length === 0) return
  for (const log of logs) {
    for (const { id, days } of await listAffected(sql, log)) {
      while ((await deleteOldest(sql, log, id, days)) === STEP);
    }
  }
}

/** Workspaces that have rows to delete. */
function listAffected(sql: Sql, { days, table, time, done }: Log): Promise<{ id: string; days: number }[]> {
  // No row is older than null days.
  return sql`
    select a.id, kept.days
      from accounts a left join retention_rules r on r.account_id = a.id,
           lateral (select case when r.account_id is null then ${default_retention[days]}::integer else r.${literal(days)} end as days) kept
     where exists (select from ${table}
                    where o.account_id = a.id and ${time} <= now() - make_interval(days => kept.days) and ${done})`
}

async function deleteOldest(sql: Sql, { table, time, done }: Log, account_id: string, days: number): Promise<number> {
  const deleted = await sql`
    delete from ${table} where o.account_id = ${account_id} and o.id = any(array(
      select o.id from ${table}
       where o.account_id = ${account_id} and ${time} <= now() - make_interval(days => ${days}) and ${done} limit ${STEP}))
    returning o.id`
  return deleted.length
}
