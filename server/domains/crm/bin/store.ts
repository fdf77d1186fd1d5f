import type { BinEntry, EntityType, Lead, Opportunity } from '#contract/records/crm.ts'
import { emptyPart, part, type Part, type Sql } from '#db/sql.ts'
import { whereOwnerVisible } from '#domains/access/visibility.ts'
import * as activities from '#domains/crm/activities/store.ts'
import * as leads from '#domains/crm/leads/store.ts'
import * as opportunities from '#domains/crm/opportunities/store.ts'
import { notBefore } from '#domains/crm/records/rules.ts'
import { sharedJoins } from '#domains/crm/records/columns.ts'
import type { Context } from '#kernel/operation.ts'
import { author } from '#kernel/outbox.ts'
import { reject } from '#kernel/problem.ts'

/** Deleted records can be restored for this long. */
const RETENTION_DAYS = 30
const BATCH = 1_000

type BinnedRecord = { lead: Lead } | { opportunity: Opportunity }
type RecordRef = { id: string; name: string }

/** Moves a locked record to the bin. Its activities and items are hidden with it. */
export async function moveToBin(
  ctx: Context,
  record: BinnedRecord,
  merged_into: RecordRef | null = null,
): Promise<void> {
  const deletion = {
    deleted_at: ctx.now,
    deleted_by: author(ctx.actor),
    merged_into: merged_into && toRef(merged_into),
  }
  if ('lead' in record) {
    await recordOnTimeline(ctx, 'lead', record.lead, true)
    await leads.update(ctx, record.lead.id, deletion)
    ctx.emit('lead.deleted', record)
  } else {
    await recordOnTimeline(ctx, 'opportunity', record.opportunity, true)
    await opportunities.update(ctx, record.opportunity.id, deletion)
    ctx.emit('opportunity.deleted', record)
  }
}

function toRef({ id, name }: RecordRef): RecordRef {
  return { id, name }
}

/** Records the deletion or the restore on the timeline. */
export async function recordOnTimeline(
  ctx: Context,
  type: EntityType,
  { id, last_activity_at }: Lead | Opportunity,
  deleted: boolean,
): Promise<void> {
  const changes = { deleted: { from: !deleted, to: deleted } }
  const moment = notBefore(last_activity_at, ctx.now)
  await activities.insert(ctx, { type, id }, { type: 'field_change', changes }, moment)
}

export type DeletedRow = { deleted_at: string; lead_id: string | null }

/** A record in the bin that the caller may see, locked until the transaction ends. */
export async function getLocked(ctx: Context, type: EntityType, id: string, field = `${type}_id`): Promise<DeletedRow> {
  const { actor } = ctx
  const lead = type === 'lead' ? part`null::bigint` : part`x.lead_id`
  const [row] = await ctx.sql<DeletedRow>`
    select x.deleted_at, ${lead} as lead_id from ${tableOf(type)} x
     where x.account_id = ${actor.account.id} and x.id = ${id} and x.deleted_at is not null ${whereOwnerVisible(actor, part`x.owner_id`)}
       for update`
  return row ?? reject('not_found', `There is no ${type} ${id} in the bin; see list_bin.`, field)
}

/** Deletes a record permanently, with its activities and items. */
export async function remove({ sql, actor }: Context, type: EntityType, id: string): Promise<void> {
  await sql`delete from ${tableOf(type)} where account_id = ${actor.account.id} and id = ${id} and deleted_at is not null`
}

type Page = { after: string[] | undefined; limit: number }

/** Records in the bin that the caller may see, most recently deleted first; one more than the limit. */
export function list(ctx: Context, types: readonly EntityType[], { after, limit }: Page): Promise<BinEntry[]> {
  const from = types.map((type) => part`(${selectType(ctx, type, after, limit)})`)
  return ctx.sql<BinEntry>`
    select * from (${from[0]} ${from[1] ? part`union all ${from[1]}` : emptyPart}) x
     order by x.deleted_at desc, x.entity_type desc, x.id desc limit ${limit + 1}`
}

/** Each type is read through its own index, up to the page limit. */
function selectType({ actor }: Context, type: EntityType, after: string[] | undefined, limit: number): Part {
  const amount = type === 'lead' ? part`estimated_value` : part`amount`
  const start = after
    ? part`and (x.deleted_at, ${type}::text, x.id) < (${after[0]}::timestamptz, ${after[1]}::text, ${after[2]}::bigint)`
    : emptyPart
  return part`
    select ${type}::text as entity_type, x.id, x.name, x.${amount} as amount, x.currency, x.status,
           case when u.id is not null then jsonb_build_object('id', u.id::text, 'name', u.name, 'email', u.email) end as owner,
           case when k.id is not null then
             jsonb_build_object('id', k.id::text, 'name', k.name, 'phone_number', k.phone_number, 'email', k.email) end as contact,
           jsonb_build_object('id', p.id::text, 'name', p.name) as pipeline,
           jsonb_build_object('id', s.id::text, 'name', s.name, 'type', s.type) as stage,
           x.merged_into, x.deleted_at, x.deleted_by, x.deleted_at + ${retention} as expires_at
      from ${tableOf(type)} x ${sharedJoins(part`x`)}
     where x.account_id = ${actor.account.id} and x.deleted_at is not null ${whereOwnerVisible(actor, part`x.owner_id`)} ${start}
     order by x.deleted_at desc, x.id desc limit ${limit + 1}`
}

const retention = part`make_interval(days => ${RETENTION_DAYS})`

function tableOf(type: EntityType): Part {
  return type === 'lead' ? part`leads` : part`opportunities`
}

/** Moment at which the oldest record in the bin expires. */
export const nextBinExpiry = part`
  select least((select min(deleted_at) from leads where deleted_at is not null),
               (select min(deleted_at) from opportunities where deleted_at is not null)) + ${retention} as at`

/** Permanently deletes expired records. A concurrent restore wins, because the condition is checked on the locked row. */
export async function emptyBin(sql: Sql): Promise<void> {
  for (const type of ['lead', 'opportunity'] as const) {
    const expired = part`deleted_at <= now() - ${retention}`
    await sql`
      delete from ${tableOf(type)} where ${expired} and (account_id, id) in (
        select account_id, id from ${tableOf(type)} where ${expired} order by deleted_at limit ${BATCH})`
  }
}
