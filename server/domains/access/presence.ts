import { part, type Part, type Sql } from '#db/sql.ts'

/** Whether a member counts as online: they say so, and are connected or stay online without a connection. */
export function isOnline(membership: Part): Part {
  return part`(${membership}.availability = 'online' and (not ${membership}.auto_offline or exists (
    select from presences p where p.account_id = ${membership}.account_id and p.user_id = ${membership}.user_id
       and p.seen_at > now() - interval '90 seconds')))`
}

export type Person = { account_id: string; user_id: string }

/** Notes that these people are connected now. In order, so that two nodes never wait for each other. */
export async function markPresent(sql: Sql, people: readonly Person[]): Promise<void> {
  const [accounts, users] = [people.map(({ account_id }) => account_id), people.map(({ user_id }) => user_id)]
  await sql`
    insert into presences (account_id, user_id, seen_at)
    select distinct account_id, user_id, now() from unnest(${accounts}::bigint[], ${users}::bigint[]) as p (account_id, user_id)
     order by account_id, user_id
    on conflict (account_id, user_id) do update set seen_at = excluded.seen_at`
}
