import type { BinEntry, EntityType, Lead, Opportunity } from '#contract/records/crm.ts'
import { nothing, part, type Part, type Sql } from '#db/sql.ts'
import { visibleByOwner } from '#domains/access/visibility.ts'
import * as activities from '#domains/crm/activities.ts'
import * as leads from '#domains/crm/leads.ts'
import * as opportunities from '#domains/crm/opportunities.ts'
import { notBefore } from '#domains/crm/rules.ts'
import { sharedJoins } from '#domains/crm/shape.ts'
import type { Context } from '#kernel/operation.ts'
import { author } from '#kernel/outbox.ts'
import { reject } from '#kernel/problem.ts'

/** How long what was thrown away can be had back. */
const KEPT_DAYS = 30
const AT_ONCE = 1_000

type Discarded = { lead: Lead } | { opportunity: Opportunity }
type Merged = { id: string; name: string }

/** Puts a record that is held into the bin. What is about it goes along, and is seen nowhere until it comes back. */
export async function discard(ctx: Context, record: Discarded, merged_into: Merged | null = null): Promise<void> {
  const thrown = { deleted_at: ctx.now, deleted_by: author(ctx.actor), merged_into: merged_into && named(merged_into) }
  if ('lead' in record) {
    await note(ctx, 'lead', record.lead, true)
    await leads.update(ctx, record.lead.id, thrown)
    ctx.emit('lead.deleted', record)
  } else {
    await note(ctx, 'opportunity', record.opportunity, true)
    await opportunities.update(ctx, record.opportunity.id, thrown)
    ctx.emit('opportunity.deleted', record)
  }
}

function named({ id, name }: Merged): Merged {
  return { id, name }
}

/** The timeline remembers who threw it away, and who brought it back. */
export async function note(
  ctx: Context,
  type: EntityType,
  { id, last_activity_at }: Lead | Opportunity,
  deleted: boolean,
): Promise<void> {
  const changes = { deleted: { from: !deleted, to: deleted } }
  const moment = notBefore(last_activity_at, ctx.now)
  await activities.insert(ctx, { type, id }, { type: 'field_change', changes }, moment)
}

export type Thrown = { deleted_at: string; lead_id: string | null }

/** What is in the bin and the caller may see, held until the transaction ends. */
export async function getLocked(ctx: Context, type: EntityType, id: string, field = `${type}_id`): Promise<Thrown> {
  const { actor } = ctx
  const lead = type === 'lead' ? part`null::bigint` : part`x.lead_id`
  const [row] = await ctx.sql<Thrown>`
    select x.deleted_at, ${lead} as lead_id from ${tableOf(type)} x
     where x.account_id = ${actor.account.id} and x.id = ${id} and x.deleted_at is not null ${visibleByOwner(actor, part`x.owner_id`)}
       for update`
  return row ?? reject('not_found', `There is no ${type} ${id} in the bin; see list_bin.`, field)
}

/** Gone for good, with everything about it. */
export async function remove({ sql, actor }: Context, type: EntityType, id: string): Promise<void> {
  await sql`delete from ${tableOf(type)} where account_id = ${actor.account.id} and id = ${id} and deleted_at is not null`
}

type Page = { after: string[] | undefined; limit: number }

/** What is in the bin of what the caller may see, the latest first, and one more than asked for. */
export function list(ctx: Context, types: readonly EntityType[], { after, limit }: Page): Promise<BinEntry[]> {
  const from = types.map((type) => part`(${ofType(ctx, type, after, limit)})`)
  return ctx.sql<BinEntry>`
    select * from (${from[0]} ${from[1] ? part`union all ${from[1]}` : nothing}) x
     order by x.deleted_at desc, x.entity_type desc, x.id desc limit ${limit + 1}`
}

/** Each sort is read by its own index, as far as the page goes. */
function ofType({ actor }: Context, type: EntityType, after: string[] | undefined, limit: number): Part {
  const amount = type === 'lead' ? part`estimated_value` : part`amount`
  const begun = after
    ? part`and (x.deleted_at, ${type}::text, x.id) < (${after[0]}::timestamptz, ${after[1]}::text, ${after[2]}::bigint)`
    : nothing
  return part`
    select ${type}::text as entity_type, x.id, x.name, x.${amount} as amount, x.currency, x.status,
           case when u.id is not null then jsonb_build_object('id', u.id::text, 'name', u.name, 'email', u.email) end as owner,
           case when k.id is not null then
             jsonb_build_object('id', k.id::text, 'name', k.name, 'phone_number', k.phone_number, 'email', k.email) end as contact,
           jsonb_build_object('id', p.id::text, 'name', p.name) as pipeline,
           jsonb_build_object('id', s.id::text, 'name', s.name, 'type', s.type) as stage,
           x.merged_into, x.deleted_at, x.deleted_by, x.deleted_at + ${kept} as expires_at
      from ${tableOf(type)} x ${sharedJoins(part`x`)}
     where x.account_id = ${actor.account.id} and x.deleted_at is not null ${visibleByOwner(actor, part`x.owner_id`)} ${begun}
     order by x.deleted_at desc, x.id desc limit ${limit + 1}`
}

const kept = part`make_interval(days => ${KEPT_DAYS})`

function tableOf(type: EntityType): Part {
  return type === 'lead' ? part`leads` : part`opportunities`
}

/** When the oldest in the bin is to go for good. */
export function nextToEmpty(sql: Sql): Promise<{ at: string | null }[]> {
  return sql`
    select least((select min(deleted_at) from leads where deleted_at is not null),
                 (select min(deleted_at) from opportunities where deleted_at is not null)) + ${kept} as at`
}

/** Takes out of the bin what has lain there long enough. Whoever restores it in the same moment keeps it. */
export async function emptyBin(sql: Sql): Promise<void> {
  for (const type of ['lead', 'opportunity'] as const) {
    const old = part`deleted_at <= now() - ${kept}`
    await sql`
      delete from ${tableOf(type)} where ${old} and (account_id, id) in (
        select account_id, id from ${tableOf(type)} where ${old} order by deleted_at limit ${AT_ONCE})`
  }
}
