import type { Webhook, WebhookKind } from '#contract/records/webhook.ts'
import { DISABLED_BEFORE } from '#contract/webhook-errors.ts'
import { emptyPart, part, type Part } from '#db/sql.ts'
import { makerColumns, makerOf, type MakerRow } from '#domains/access/makers.ts'
import type { RetiredSecret } from '#domains/webhooks/deliveries/sign.ts'
import type { Context } from '#kernel/operation.ts'
import { author } from '#kernel/outbox.ts'
import { olderThan } from '#kernel/paging.ts'
import { reject } from '#kernel/problem.ts'

type WebhookFilters = { kind?: WebhookKind | undefined }

export function list({ sql, actor }: Context, { kind }: WebhookFilters, after: string[] | undefined, limit: number) {
  return sql<Webhook>`
    select ${columns} from webhooks w
     where w.account_id = ${actor.account.id} ${kind ? part`and w.kind = ${kind}` : emptyPart}
       ${olderThan(after, part`w.created_at, w.id`)}
     order by w.created_at desc, w.id desc limit ${limit + 1}`
}

export async function get(ctx: Context, id: string): Promise<Webhook> {
  return (await find(ctx, id)) ?? rejectMissing(id)
}

/** The endpoint, locked until the transaction ends. */
export async function getLocked(ctx: Context, id: string): Promise<Webhook> {
  return (await findLocked(ctx, id)) ?? rejectMissing(id)
}

export function findLocked(ctx: Context, id: string): Promise<Webhook | undefined> {
  return find(ctx, id, part`for no key update`)
}

async function find({ sql, actor }: Context, id: string, lock: Part = emptyPart): Promise<Webhook | undefined> {
  const [row] = await sql<Webhook>`
    select ${columns} from webhooks w where w.account_id = ${actor.account.id} and w.id = ${id} ${lock}`
  return row
}

function rejectMissing(id: string): never {
  return reject('not_found', `There is no webhook ${id}; see GET /api/v1/webhooks.`, 'webhook_id')
}

/** Counts the webhooks of the workspace, without kinds inbox and bot. Serialises inserts so the plan limit cannot be exceeded. */
export async function countLocked({ sql, actor }: Context): Promise<number> {
  await sql`select from accounts where id = ${actor.account.id} for no key update`
  const [row] = await sql<{ count: number }>`
    select count(*)::int as count from webhooks where account_id = ${actor.account.id} and kind not in ('inbox', 'bot')`
  return row!.count
}

export type Fields = Pick<Webhook, 'url' | 'description' | 'events' | 'enabled'>
export type NewWebhookFields = Fields & { kind: WebhookKind; inbox_id: string | null; secret: Buffer }

export async function insert(ctx: Context, fresh: NewWebhookFields): Promise<Webhook> {
  const { sql, actor, now } = ctx
  const off = fresh.enabled ? null : 'manual'
  const [row] = await sql<{ id: string }>`
    insert into webhooks (account_id, kind, url, description, events, inbox_id, enabled, disabled_at, disabled_reason, secret,
                          maker, created_by, created_at, updated_at)
    values (${actor.account.id}, ${fresh.kind}, ${fresh.url}, ${fresh.description}, ${fresh.events}, ${fresh.inbox_id}, ${fresh.enabled},
            ${off && now}, ${off}, ${fresh.secret}, ${makerOf(actor)}, ${author(actor)}, ${now}, ${now})
    returning id`
  return get(ctx, row!.id)
}

/** The maker of an endpoint and their current membership. */
export async function getMaker({ sql, actor }: Context, id: string): Promise<MakerRow> {
  const [row] = await sql<MakerRow>`
    select ${makerColumns(part`w`)} from webhooks w where w.account_id = ${actor.account.id} and w.id = ${id}`
  return row ?? rejectMissing(id)
}

/** Makes the caller the maker of an endpoint. */
export async function setMaker({ sql, actor }: Context, id: string): Promise<void> {
  await sql`update webhooks set maker = ${makerOf(actor)} where account_id = ${actor.account.id} and id = ${id}`
}

export async function update(ctx: Context, id: string, fields: Omit<Fields, 'enabled'>): Promise<void> {
  await ctx.sql`
    update webhooks set url = ${fields.url}, description = ${fields.description}, events = ${fields.events}, updated_at = ${ctx.now}
     where account_id = ${ctx.actor.account.id} and id = ${id}`
}

/** Enables an endpoint and resets its health. */
export async function enable({ sql, actor, now }: Context, id: string): Promise<void> {
  await sql`
    update webhooks set enabled = true, disabled_at = null, disabled_reason = null, failing_since = null, failed_attempts = 0,
           warned_at = null, last_error = null, updated_at = ${now}
     where account_id = ${actor.account.id} and id = ${id}`
}

/** Disables an endpoint. Pending deliveries fail, so that a replay includes them. */
export async function disable(
  { sql, actor, now }: Context,
  id: string,
  reason: NonNullable<Webhook['disabled_reason']>,
  error: string | null = null,
): Promise<void> {
  const account_id = actor.account.id
  await sql`
    update webhooks set enabled = false, disabled_at = ${now}, disabled_reason = ${reason}, last_error = coalesce(${error}, last_error),
           updated_at = ${now}
     where account_id = ${account_id} and id = ${id}`
  await sql`
    update webhook_deliveries set status = 'failed', next_attempt_at = null, lease = null, leased_until = null,
           last_error = ${DISABLED_BEFORE}
     where account_id = ${account_id} and webhook_id = ${id} and status = 'pending' and (leased_until is null or leased_until <= now())`
}

export async function markWarned({ sql, actor, now }: Context, id: string): Promise<void> {
  await sql`update webhooks set warned_at = ${now} where account_id = ${actor.account.id} and id = ${id}`
}

/** The encrypted secrets. */
export async function getSecrets({ sql, actor }: Context, id: string) {
  const [row] = await sql<{ secret: Buffer; retired_secrets: RetiredSecret[] }>`
    select secret, retired_secrets from webhooks where account_id = ${actor.account.id} and id = ${id}`
  return row!
}

export async function setSecrets(
  ctx: Context,
  id: string,
  secret: Buffer,
  retired: readonly RetiredSecret[],
): Promise<void> {
  await ctx.sql`
    update webhooks set secret = ${secret}, retired_secrets = ${JSON.stringify(retired)}::jsonb, updated_at = ${ctx.now}
     where account_id = ${ctx.actor.account.id} and id = ${id}`
}

export async function remove({ sql, actor }: Context, id: string): Promise<void> {
  await sql`delete from webhooks where account_id = ${actor.account.id} and id = ${id}`
}

/** Columns of the webhook record, without secrets. */
const columns = part`
  w.id, w.kind, w.url, w.description, w.events, w.inbox_id, w.enabled, w.disabled_at, w.disabled_reason,
  case when w.disabled_reason in ('gone', 'failing', 'maker') then 'disabled' when w.enabled and w.warned_at is not null then 'failing' end as banner,
  w.last_success_at, w.last_failure_at, w.last_error, w.failing_since, w.failed_attempts,
  (select max((old ->> 'until')::timestamptz) from jsonb_array_elements(w.retired_secrets) old
    where (old ->> 'until')::timestamptz > now()) as old_secret_until,
  w.maker - '{user_id,permissions}'::text[] as maker, w.created_by, w.created_at, w.updated_at`
