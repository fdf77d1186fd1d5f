import type { WebhookAttempt, WebhookDelivery } from '#contract/records/webhook.ts'
import { emptyPart, part } from '#db/sql.ts'
import type { Context } from '#kernel/operation.ts'
import { olderThan } from '#kernel/paging.ts'
import { reject } from '#kernel/problem.ts'

const MOST_SHOWN = 50

type DeliveryFilters = {
  webhook_id: string
  status?: WebhookDelivery['status'] | undefined
  event?: string | undefined
}

/** Deliveries of an endpoint, newest first, one more than the limit. */
export function list({ sql, actor }: Context, filters: DeliveryFilters, after: string[] | undefined, limit: number) {
  const { webhook_id, status, event } = filters
  return sql<WebhookDelivery>`
    select ${columns} from webhook_deliveries d
     where d.account_id = ${actor.account.id} and d.webhook_id = ${webhook_id}
       ${status ? of[status] : emptyPart} ${event === undefined ? emptyPart : part`and d.event = ${event}`}
       ${olderThan(after, part`d.created_at, d.id`)}
     order by d.created_at desc, d.id desc limit ${limit + 1}`
}

// Literals, so that the planner can use the partial index of each status.
const of = {
  pending: part`and d.status = 'pending'`,
  delivered: part`and d.status = 'delivered'`,
  failed: part`and d.status = 'failed'`,
}

type DeliveryKey = { webhook_id: string; delivery_id: string }

export async function get({ sql, actor }: Context, { webhook_id, delivery_id }: DeliveryKey) {
  const [row] = await sql<WebhookDelivery & { body: string }>`
    select ${columns}, d.body from webhook_deliveries d
     where d.account_id = ${actor.account.id} and d.webhook_id = ${webhook_id} and d.id = ${delivery_id}`
  return row ?? reject('not_found', 'There is no such delivery; deliveries are kept for 30 days.', 'delivery_id')
}

export function listAttempts({ sql, actor }: Context, delivery_id: string): Promise<WebhookAttempt[]> {
  return sql<WebhookAttempt>`
    select number, request_headers, status_code, error_class, error, response_body, milliseconds, next_attempt_at, created_at
      from webhook_attempts where account_id = ${actor.account.id} and delivery_id = ${delivery_id}
     order by number desc limit ${MOST_SHOWN}`
}

/** Inserts a delivery to one endpoint, such as a test. */
export async function insert(
  ctx: Context,
  webhook_id: string,
  fresh: { message_id: string; event: string; body: string },
) {
  const [row] = await ctx.sql<{ id: string }>`
    insert into webhook_deliveries (account_id, webhook_id, message_id, event, body, status, next_attempt_at, created_at, queued_at)
    values (${ctx.actor.account.id}, ${webhook_id}, ${fresh.message_id}, ${fresh.event}, ${fresh.body}, 'pending', now(), ${ctx.now}, now())
    returning id`
  return get(ctx, { webhook_id, delivery_id: row!.id })
}

/** Requeues a delivery for immediate sending, unless it is being sent now. */
export async function requeue(ctx: Context, { webhook_id, delivery_id }: DeliveryKey): Promise<void> {
  await ctx.sql`
    update webhook_deliveries
       set status = 'pending', tries = 0, next_attempt_at = now(), queued_at = now(), delivered_at = null, lease = null, leased_until = null
     where account_id = ${ctx.actor.account.id} and webhook_id = ${webhook_id} and id = ${delivery_id}
       and (leased_until is null or leased_until <= now())`
}

// While a delivery is leased, next_attempt_at is only the end of the lease and is not shown.
const columns = part`
  d.id, d.webhook_id, d.message_id, d.event, d.status, d.attempts,
  case when d.leased_until > now() then null else d.next_attempt_at end as next_attempt_at,
  d.last_status_code, d.last_error, d.request_id, d.created_at, d.delivered_at`
