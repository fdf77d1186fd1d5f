import type { Opportunity } from '#contract/records/crm.ts'
import { joined, nothing, part, type Part } from '#db/sql.ts'
import type { Attribution } from '#domains/crm/attribution-rules.ts'
import type { OpportunityMove } from '#domains/crm/rules.ts'
import { settling, unsettles } from '#domains/crm/settled.ts'
import { assigned, kept, seen, shared, sharedJoins, url } from '#domains/crm/shape.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

/** What of an opportunity can change, by its columns. */
export type Patch = OpportunityMove &
  Partial<Attribution> &
  Partial<{
    name: string
    description: string | null
    amount: number | null
    currency: string
    expected_close_date: string
    attribution_detail: string | null
    owner_id: string | null
    contact_id: string | null
    lead_id: string | null
    custom_attributes: Opportunity['custom_attributes']
  }>

/** The opportunity, if the caller may see it; `field` is what the caller named it in. */
export async function get(ctx: Context, id: string, field = 'opportunity_id'): Promise<Opportunity> {
  const [row] = await select(ctx, part`o.id = ${id}`)
  return row ?? missing(id, field)
}

/** The opportunity, held until the transaction ends. What it is is asked behind the lock. */
export async function getLocked(ctx: Context, id: string, field = 'opportunity_id'): Promise<Opportunity> {
  const [, opportunity] = await Promise.all([
    ctx.sql`select from opportunities o where o.account_id = ${ctx.actor.account.id} and o.id = ${id} ${seen(ctx, part`o`)} for no key update`,
    get(ctx, id, field),
  ])
  return opportunity
}

/** All of these opportunities, held; one that is not there is refused by its place in the list. */
export async function getAllLocked(ctx: Context, ids: readonly string[]): Promise<Opportunity[]> {
  const [, rows] = await Promise.all([
    ctx.sql`
      select from opportunities o where o.account_id = ${ctx.actor.account.id} and o.id = any(${ids}::bigint[]) ${seen(ctx, part`o`)}
       order by o.id for no key update`,
    select(ctx, part`o.id = any(${ids}::bigint[])`),
  ])
  const found = new Map(rows.map((row) => [BigInt(row.id), row]))
  return ids.map((id, i) => found.get(BigInt(id)) ?? missing(id, `opportunity_ids/${i}`))
}

function missing(id: string, field: string): never {
  return reject('not_found', `There is no opportunity ${id}; find opportunities with crm_list_opportunities.`, field)
}

function select(ctx: Context, which: Part): Promise<Opportunity[]> {
  return ctx.sql<Opportunity>`
    select ${columns(ctx)} from opportunities o ${joins} where o.account_id = ${ctx.actor.account.id} ${seen(ctx, part`o`)} and ${which}`
}

export type Listed = Opportunity & { place: string }

/** Opportunities that meet the conditions, in this order, and one more than asked for: one statement a page. */
export function list(ctx: Context, met: Part, order: Part, limit: number): Promise<Listed[]> {
  return ctx.sql<Listed>`
    select ${columns(ctx)}, o.position::text as place from (
      select o.* from opportunities o where o.account_id = ${ctx.actor.account.id} ${seen(ctx, part`o`)} ${met}
       order by ${order} limit ${limit + 1}) o ${joins}
     order by ${order}`
}

export type New = Required<Omit<Patch, 'lost_reason' | 'lost_reason_id'>>

export async function insert(ctx: Context, fresh: New): Promise<Opportunity> {
  const [row] = await ctx.sql<Opportunity>`
    with o as (
      insert into opportunities (account_id, name, description, amount, currency, expected_close_date, actual_close_date, closed_at,
                                 probability, utm_source, utm_medium, utm_campaign, attribution_detail, utm_origin, utm_origin_by,
                                 utm_origin_at, utm_auto, owner_id, contact_id, lead_id, pipeline_id, stage_id, stage_entered_at, status,
                                 custom_attributes, last_activity_at, created_at, updated_at)
      values (${ctx.actor.account.id}, ${fresh.name}, ${fresh.description}, ${fresh.amount}, ${fresh.currency},
              ${fresh.expected_close_date}, ${fresh.actual_close_date}, ${fresh.closed_at}, ${fresh.probability}, ${fresh.utm_source},
              ${fresh.utm_medium}, ${fresh.utm_campaign}, ${fresh.attribution_detail}, ${fresh.utm_origin}, ${fresh.utm_origin_by},
              ${fresh.utm_origin_at}, ${fresh.utm_auto}, ${fresh.owner_id}, ${fresh.contact_id}, ${fresh.lead_id}, ${fresh.pipeline_id},
              ${fresh.stage_id}, ${ctx.now}, ${fresh.status}, ${fresh.custom_attributes}, ${ctx.now}, ${ctx.now}, ${ctx.now})
      returning *
    ), ${settling('opportunities', part`o`)} select ${columns(ctx)} from o ${joins}`
  return row!
}

/** Changes these columns, and answers the opportunity as it is then. When it was last opened again is kept. */
export async function update(ctx: Context, id: string, patch: object, besides: Part = nothing): Promise<Opportunity> {
  const again = part`reopened_at = case when o.status <> 'open' then ${ctx.now} else o.reopened_at end`
  const set = [
    ...assigned(patch),
    part`updated_at = ${ctx.now}`,
    ...('status' in patch && patch.status === 'open' ? [again] : []),
  ]
  const [row] = await ctx.sql<Opportunity>`
    with o as (
      update opportunities o set ${joined(set, ', ')} ${besides}
       where account_id = ${ctx.actor.account.id} and id = ${id}
      returning *
    ) ${unsettles(patch) ? part`, ${settling('opportunities', part`o`, { account_id: ctx.actor.account.id, id })}` : nothing}
    select ${columns(ctx)} from o ${joins}`
  return row!
}

/** What an opportunity is, as it travels. */
function columns(ctx: Context): Part {
  return part`
    o.id, o.name, o.description, o.amount, o.expected_close_date, o.actual_close_date, o.closed_at, o.probability, ${shared(part`o`)},
    case when x.id is not null then jsonb_build_object('id', x.id::text, 'name', x.name) end as lead,
    ${url(ctx, 'opportunities', part`o.id`)} as url`
}

const joins = part`${sharedJoins(part`o`)} left join leads x on x.account_id = o.account_id and x.id = o.lead_id ${kept(part`x`)}`
