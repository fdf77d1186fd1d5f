import type { WebhookKind } from '#contract/records/webhook.ts'
import { transaction } from '#db/database.ts'
import { part } from '#db/sql.ts'
import { makerColumns, type MakerRow } from '#domains/access/makers.ts'
import type { Outcome } from '#domains/webhooks/rules.ts'
import type { RetiredSecret } from './sign.ts'
import { type Runtime, timingOf } from '#kernel/runtime.ts'

/** Maximum concurrent deliveries per endpoint, across all nodes. */
export const AT_ONCE = 4

export type ClaimedDelivery = MakerRow & {
  account_id: string
  id: string
  webhook_id: string
  kind: WebhookKind
  url: string
  secret: Buffer
  retired_secrets: RetiredSecret[]
  message_id: string
  event: string
  body: string
  attempts: number
  tries: number
  lease: string
  /** Whether a success changes the health of the endpoint. */
  unsettled: boolean
}

/**
 * Claims due deliveries, keeping each endpoint below its limit. Endpoints are locked first and counted in a second
 * statement, which sees what another node has just claimed.
 */
export async function claim(runtime: Runtime, lease: string, room: number): Promise<ClaimedDelivery[]> {
  const { leaseSeconds } = timingOf(runtime)
  return transaction(runtime.database.work, async (sql) => {
    const held = await sql<{ account_id: string; id: string }>`
      with recursive waiting as (
        (select account_id, webhook_id from webhook_deliveries where status = 'pending' order by account_id, webhook_id limit 1)
        union all
        -- Skips from endpoint to endpoint instead of scanning all pending deliveries.
        select n.account_id, n.webhook_id from waiting t cross join lateral (
          select d.account_id, d.webhook_id from webhook_deliveries d
           where d.status = 'pending' and (d.account_id, d.webhook_id) > (t.account_id, t.webhook_id)
           order by d.account_id, d.webhook_id limit 1) n
      ), ready as (
        select t.account_id, t.webhook_id, first.next_attempt_at from waiting t cross join lateral (
          select d.next_attempt_at from webhook_deliveries d
           where d.account_id = t.account_id and d.webhook_id = t.webhook_id and d.status = 'pending' and d.next_attempt_at <= now()
           order by d.next_attempt_at limit 1) first
         where (select count(*) from webhook_deliveries l
                 where l.account_id = t.account_id and l.webhook_id = t.webhook_id and l.leased_until > now()) < ${AT_ONCE}
      )
      select w.account_id, w.id from ready r join webhooks w on w.account_id = r.account_id and w.id = r.webhook_id
       order by r.next_attempt_at limit ${room} for no key update of w skip locked`
    if (held.length === 0) return []
    return sql<ClaimedDelivery>`
      with held as (
        select * from jsonb_to_recordset(${JSON.stringify(held)}::jsonb) as h (account_id bigint, id bigint)
      ), due as (
        select d.account_id, d.id from held h cross join lateral (
          select d.account_id, d.id, d.next_attempt_at from webhook_deliveries d
           where d.account_id = h.account_id and d.webhook_id = h.id and d.status = 'pending' and d.next_attempt_at <= now()
           order by d.next_attempt_at
           limit greatest(0, ${AT_ONCE} - (select count(*) from webhook_deliveries l
                                            where l.account_id = h.account_id and l.webhook_id = h.id and l.leased_until > now()))
           for update skip locked) d
         order by d.next_attempt_at limit ${room}
      ), taken as (
        update webhook_deliveries d
           set lease = ${lease}, leased_until = now() + make_interval(secs => ${leaseSeconds}),
               next_attempt_at = now() + make_interval(secs => ${leaseSeconds})
          from due where d.account_id = due.account_id and d.id = due.id
        returning d.*
      )
      select t.account_id, t.id, t.webhook_id, t.message_id, t.event, t.body, t.attempts, t.tries, t.lease,
             w.kind, w.url, w.secret, w.retired_secrets, ${makerColumns(part`w`)},
             w.failing_since is not null or w.last_success_at is null or w.last_success_at < now() - interval '1 minute' as unsettled
        from taken t join webhooks w on w.account_id = t.account_id and w.id = t.webhook_id`
  })
}

type Attempt = { headers: Record<string, string>; milliseconds: number; outcome: Outcome }

/** Marks a delivery as delivered, even if its lease has expired. */
export async function markDelivered({ database }: Runtime, delivery: ClaimedDelivery, attempt: Attempt): Promise<void> {
  const { account_id, id } = delivery
  const { status_code, response_body } = attempt.outcome
  await database.sql`
    with delivery as (
      update webhook_deliveries
         set status = 'delivered', attempts = attempts + 1, tries = tries + 1, next_attempt_at = null, lease = null, leased_until = null,
             last_status_code = ${status_code}, last_error = null, delivered_at = now()
       where account_id = ${account_id} and id = ${id}
      returning account_id, id, attempts)
    insert into webhook_attempts (account_id, delivery_id, number, request_headers, status_code, response_body, milliseconds, created_at)
    select account_id, id, attempts, ${attempt.headers}::jsonb, ${status_code}::int, ${response_body}::text, ${attempt.milliseconds}::int, now() from delivery`
}

/** Records a failed attempt and schedules the next one, if there is one and the endpoint is enabled. Returns whether it was the last. */
export async function markFailed(
  { database }: Runtime,
  delivery: ClaimedDelivery,
  attempt: Attempt,
  pause: number | undefined,
): Promise<boolean> {
  const { account_id, id, lease } = delivery
  const { status_code, error_class, error, response_body } = attempt.outcome
  const [row] = await database.sql<{ failed: boolean }>`
    with delivery as (
      update webhook_deliveries d
         set attempts = d.attempts + 1, tries = d.tries + 1, lease = null, leased_until = null,
             last_status_code = ${status_code}::int, last_error = ${error}::text,
             status = case when ${pause === undefined} or not w.enabled then 'failed' else 'pending' end,
             next_attempt_at = case when w.enabled then now() + make_interval(secs => ${pause ?? null}::float8) end
        from webhooks w
       where w.account_id = d.account_id and w.id = d.webhook_id
         and d.account_id = ${account_id} and d.id = ${id} and d.lease = ${lease}
      returning d.account_id, d.id, d.attempts, d.status, d.next_attempt_at
    ), noted as (
      insert into webhook_attempts (account_id, delivery_id, number, request_headers, status_code, error_class, error, response_body,
                                    milliseconds, next_attempt_at, created_at)
      select account_id, id, attempts, ${attempt.headers}::jsonb, ${status_code}::int, ${error_class}::text, ${error}::text, ${response_body}::text,
             ${attempt.milliseconds}::int, next_attempt_at, now() from delivery)
    select status = 'failed' as failed from delivery`
  return row?.failed ?? false
}

/** Releases unfinished deliveries, so that other nodes can claim them at once. */
export async function release({ database }: Runtime, lease: string): Promise<void> {
  await database.sql`
    update webhook_deliveries set next_attempt_at = now(), lease = null, leased_until = null
     where leased_until is not null and lease = ${lease} and status = 'pending'`
}
