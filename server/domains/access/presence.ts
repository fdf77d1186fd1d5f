import { part, type Part, type Sql } from '#db/sql.ts'

/** True if the member is set to online, or was away until a time that has passed, and is connected, or needs no connection to count as online. */
export function isOnline(membership: Part): Part {
  return part`((${membership}.availability = 'online' or coalesce(${membership}.availability_until <= now(), false)) and (not ${membership}.auto_offline or exists (
    select from presences p where p.account_id = ${membership}.account_id and p.user_id = ${membership}.user_id
       and p.seen_at > now() - interval '90 seconds')))`
}

export type ConnectedUser = { account_id: string; user_id: string }

/** Records these users as connected now. Rows are written in a fixed order, so two nodes can't deadlock. */
export async function markPresent(sql: Sql, people: readonly ConnectedUser[]): Promise<void> {
  const [accounts, users] = [people.map(({ account_id }) => account_id), people.map(({ user_id }) => user_id)]
  await sql`
    insert into presences (account_id, user_id, seen_at)
    select distinct account_id, user_id, now() from unnest(${accounts}::bigint[], ${users}::bigint[]) as p (account_id, user_id)
     order by account_id, user_id
    on conflict (account_id, user_id) do update set seen_at = excluded.seen_at`
}
