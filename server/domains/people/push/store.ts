import { createHash } from 'node:crypto'
import type { PushSubscription } from '#contract/records/notification.ts'
import { emptyPart, part, type Sql } from '#db/sql.ts'
import { columns } from '#domains/people/notifications/store.ts'
import type { PushKeys } from '#domains/people/push/encrypt.ts'
import type { PushNotification, PushMessage } from '#domains/people/push/rules.ts'
import type { Actor, Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'
import { seal, unseal } from '#kernel/vault.ts'

export type Target = { endpoint: string; keys: PushKeys }
type NewSubscription = Target & { language: 'es' | 'en' }

/** Only a signed-in browser can receive push notifications: they end with its session. */
export function sessionOf({ session }: Actor): string {
  return session ?? reject('permission_denied', 'Sign in to the web app with this browser to receive notifications.')
}

/** Stores the subscription of the caller's browser; a browser that was signed in otherwise before has no other. */
export async function put(ctx: Context, { endpoint, keys, language }: NewSubscription): Promise<PushSubscription> {
  const { sql, actor, now, secret } = ctx
  const session_id = sessionOf(actor)
  const hash = createHash('sha256').update(endpoint).digest()
  await sql`
    delete from push_subscriptions p where p.account_id = ${actor.account.id} and p.session_id <> ${session_id}
       and (p.endpoint_hash = ${hash} or (p.user_id = ${actor.user_id} and not exists (select from sessions s where s.id = p.session_id)))`
  const [row] = await sql<{ id: string }>`
    insert into push_subscriptions (account_id, user_id, session_id, endpoint_hash, target_sealed, language, device, created_at)
    values (${actor.account.id}, ${actor.user_id}, ${session_id}, ${hash}, ${seal(secret, JSON.stringify({ endpoint, keys }))}, ${language},
            (select user_agent from sessions where id = ${session_id}), ${now})
    on conflict (account_id, session_id) do update
      set user_id = excluded.user_id, endpoint_hash = excluded.endpoint_hash, target_sealed = excluded.target_sealed, language = excluded.language
    returning id`
  return (await list(ctx)).find(({ id }) => id === row!.id)!
}

/** The caller's browsers, newest first. */
export function list({ sql, actor }: Context): Promise<PushSubscription[]> {
  return sql<PushSubscription>`
    select p.id, p.device, p.created_at, p.session_id = ${actor.session ?? null}::bigint as current
      from push_subscriptions p join sessions s on s.id = p.session_id and s.expires_at > now()
     where p.account_id = ${actor.account.id} and p.user_id = ${actor.user_id} order by p.created_at desc, p.id desc`
}

export async function removeOwn({ sql, actor }: Context, id: string): Promise<void> {
  const rows = await sql`
    delete from push_subscriptions where account_id = ${actor.account.id} and user_id = ${actor.user_id} and id = ${id} returning id`
  if (rows.length === 0) reject('not_found', 'There is no such device; see list_push_subscriptions.', 'subscription_id')
}

export async function remove(sql: Sql, account_id: string, id: string): Promise<void> {
  await sql`delete from push_subscriptions where account_id = ${account_id} and id = ${id}`
}

/** The browsers of an active member that have a session; with `notification_ids` those that show one of them. */
export async function listIds(
  { sql, actor }: Context,
  user_id: string,
  notification_ids?: string[],
): Promise<string[]> {
  const isShown = notification_ids
    ? part`and exists (select from push_deliveries d where d.account_id = p.account_id and d.subscription_id = p.id
                          and d.notification_id = any(${notification_ids}::bigint[]))`
    : emptyPart
  const rows = await sql<{ id: string }>`
    select p.id from push_subscriptions p ${has_session}
     where p.account_id = ${actor.account.id} and p.user_id = ${user_id} ${isShown} order by p.id`
  return rows.map(({ id }) => id)
}

const has_session = part`
  join sessions s on s.id = p.session_id and s.user_id = p.user_id and s.expires_at > now()
  join memberships m on m.account_id = p.account_id and m.user_id = p.user_id and m.deactivated_at is null
  join users u on u.id = p.user_id and u.disabled_at is null`

/** The address and keys of a browser that still has a session. */
export async function findTarget(sql: Sql, secret: Buffer, account_id: string, id: string) {
  const [row] = await sql<{ user_id: string; language: 'es' | 'en'; target_sealed: Buffer }>`
    select p.user_id, p.language, p.target_sealed from push_subscriptions p ${has_session}
     where p.account_id = ${account_id} and p.id = ${id}`
  if (!row) return undefined
  const { target_sealed, ...subscription } = row
  return { ...subscription, ...(JSON.parse(unseal(secret, target_sealed)) as Target) }
}

/** These notifications as they are now and as the browser shows them, and the number of unread ones. */
export async function readState(sql: Sql, account_id: string, subscription_id: string, user_id: string, ids: string[]) {
  const pushed = sql<PushNotification>`
    select ${columns}, d.shown_at from notifications n
      left join push_deliveries d on d.account_id = n.account_id and d.notification_id = n.id and d.subscription_id = ${subscription_id}
     where n.account_id = ${account_id} and n.user_id = ${user_id} and n.id = any(${ids}::bigint[]) order by n.created_at`
  const unread = sql<{ count: number }>`
    select count(*)::int as count from (
      select from notifications n where n.account_id = ${account_id} and n.user_id = ${user_id} and n.read_at is null limit 100) unread`
  const [rows, [total]] = await Promise.all([pushed, unread])
  return { pushed: rows, unread: total!.count }
}

/** Records that the browser has this message. */
export async function recordShown(
  sql: Sql,
  account_id: string,
  id: string,
  { show, close }: PushMessage,
): Promise<void> {
  const [ids, times] = [show.map((each) => each.id), show.map(({ at }) => at)]
  await sql`
    insert into push_deliveries (account_id, subscription_id, notification_id, shown_at)
    select p.account_id, p.id, n.id, s.at from unnest(${ids}::bigint[], ${times}::timestamptz[]) as s (id, at)
      join push_subscriptions p on p.account_id = ${account_id} and p.id = ${id}
      join notifications n on n.account_id = p.account_id and n.id = s.id
    on conflict (account_id, subscription_id, notification_id) do update set shown_at = excluded.shown_at`
  await sql`
    delete from push_deliveries where account_id = ${account_id} and subscription_id = ${id} and notification_id = any(${close}::bigint[])`
}
