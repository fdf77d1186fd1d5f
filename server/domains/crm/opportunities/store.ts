import type { Opportunity } from '#contract/records/crm.ts'
import { joinParts, emptyPart, part, type Part } from '#db/sql.ts'
import type { Attribution } from '#domains/crm/attribution/rules.ts'
import type { OpportunityMove } from './rules.ts'
import { boardDelta, affectsBoardSums } from '#domains/crm/pipelines/board-sums.ts'
import {
  allAt,
  setColumns,
  notDeleted,
  visibleTo,
  sharedColumns,
  sharedJoins,
  appUrl,
} from '#domains/crm/records/columns.ts'
import type { ListOrder } from '#domains/crm/records/list-order.ts'
import type { Context } from '#kernel/operation.ts'
import { countUpTo } from '#kernel/paging.ts'
import { reject } from '#kernel/problem.ts'

/** Columns of an opportunity that can change. */
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

/** The opportunity, if the caller may see it; `field` is the input field that refers to it. */
export async function get(ctx: Context, id: string, field = 'opportunity_id'): Promise<Opportunity> {
  const [row] = await select(ctx, part`o.id = ${id}`)
  return row ?? rejectMissing(id, field)
}

/** The opportunity, locked until the transaction ends. It is read after the lock is taken. */
export async function getLocked(ctx: Context, id: string, field = 'opportunity_id'): Promise<Opportunity> {
  const [, opportunity] = await Promise.all([
    ctx.sql`select from opportunities o where o.account_id = ${ctx.actor.account.id} and o.id = ${id} ${visibleTo(ctx, part`o`)} for no key update`,
    get(ctx, id, field),
  ])
  return opportunity
}

/** All of these opportunities, locked; a missing one is rejected by its position in the list. */
export async function getAllLocked(ctx: Context, ids: readonly string[]): Promise<Opportunity[]> {
  const [, rows] = await Promise.all([
    ctx.sql`
      select from opportunities o where o.account_id = ${ctx.actor.account.id} and o.id = any(${ids}::bigint[]) ${visibleTo(ctx, part`o`)}
       order by o.id for no key update`,
    select(ctx, part`o.id = any(${ids}::bigint[])`),
  ])
  const found = new Map(rows.map((row) => [BigInt(row.id), row]))
  return ids.map((id, i) => found.get(BigInt(id)) ?? rejectMissing(id, `opportunity_ids/${i}`))
}

function rejectMissing(id: string, field: string): never {
  return reject('not_found', `There is no opportunity ${id}; find opportunities with crm_list_opportunities.`, field)
}

function select(ctx: Context, which: Part): Promise<Opportunity[]> {
  return ctx.sql<Opportunity>`
    select ${columns(ctx)} from opportunities o ${joins} where o.account_id = ${ctx.actor.account.id} ${visibleTo(ctx, part`o`)} and ${which}`
}

export type ListRow = Opportunity & { place: string }

/** Opportunities that meet the conditions, in this order; one more than the limit. */
export function list(
  ctx: Context,
  conditions: Part,
  { order, select: rows }: ListOrder,
  limit: number,
): Promise<ListRow[]> {
  const met = part`o.account_id = ${ctx.actor.account.id} ${visibleTo(ctx, part`o`)} ${conditions}`
  return ctx.sql<ListRow>`
    select ${columns(ctx)}, o.position::text as place from (${rows(met, limit + 1)}) o ${joins}
     order by ${order}`
}

/** The number of those that meet the conditions, counted up to `most`. */
export function count(ctx: Context, conditions: Part, most: number): Promise<number> {
  const { id } = ctx.actor.account
  return countUpTo(ctx, part`opportunities o where o.account_id = ${id} ${visibleTo(ctx, part`o`)} ${conditions}`, most)
}

export type New = Required<Omit<Patch, 'lost_reason' | 'lost_reason_id'>> &
  Pick<Patch, 'lost_reason' | 'lost_reason_id'>

/** Inserts an opportunity, now or with given dates. */
export async function insert(ctx: Context, fresh: New, moments = allAt(ctx.now)): Promise<Opportunity> {
  const [row] = await ctx.sql<Opportunity>`
    with o as (
      insert into opportunities (account_id, name, description, amount, currency, expected_close_date, actual_close_date, closed_at,
                                 probability, utm_source, utm_medium, utm_campaign, attribution_detail, utm_origin, utm_origin_by,
                                 utm_origin_at, utm_auto, owner_id, contact_id, lead_id, pipeline_id, stage_id, stage_entered_at, status,
                                 lost_reason, lost_reason_id, custom_attributes, last_activity_at, created_at, updated_at)
      values (${ctx.actor.account.id}, ${fresh.name}, ${fresh.description}, ${fresh.amount}, ${fresh.currency},
              ${fresh.expected_close_date}, ${fresh.actual_close_date}, ${fresh.closed_at}, ${fresh.probability}, ${fresh.utm_source},
              ${fresh.utm_medium}, ${fresh.utm_campaign}, ${fresh.attribution_detail}, ${fresh.utm_origin}, ${fresh.utm_origin_by},
              ${fresh.utm_origin_at}, ${fresh.utm_auto}, ${fresh.owner_id}, ${fresh.contact_id}, ${fresh.lead_id}, ${fresh.pipeline_id},
              ${fresh.stage_id}, ${moments.stage_entered_at}, ${fresh.status}, ${fresh.lost_reason ?? null}, ${fresh.lost_reason_id ?? null},
              ${fresh.custom_attributes}, ${moments.last_activity_at}, ${moments.created_at}, ${ctx.now})
      returning *
    ), ${boardDelta('opportunities', part`o`)} select ${columns(ctx)} from o ${joins}`
  return row!
}

/** Updates these columns and returns the opportunity. Reopening sets reopened_at. */
export async function update(ctx: Context, id: string, patch: object, extra: Part = emptyPart): Promise<Opportunity> {
  const reopened_at = part`reopened_at = case when o.status <> 'open' then ${ctx.now} else o.reopened_at end`
  const set = [
    ...setColumns(patch),
    part`updated_at = ${ctx.now}`,
    ...('status' in patch && patch.status === 'open' ? [reopened_at] : []),
  ]
  const [row] = await ctx.sql<Opportunity>`
    with o as (
      update opportunities o set ${joinParts(set, ', ')} ${extra}
       where account_id = ${ctx.actor.account.id} and id = ${id}
      returning *
    ) ${affectsBoardSums(patch) ? part`, ${boardDelta('opportunities', part`o`, { account_id: ctx.actor.account.id, id })}` : emptyPart}
    select ${columns(ctx)} from o ${joins}`
  return row!
}

/** Columns of an opportunity as the API returns it. */
function columns(ctx: Context): Part {
  return part`
    o.id, o.name, o.description, o.amount, o.expected_close_date, o.actual_close_date, o.closed_at, o.probability, ${sharedColumns(part`o`)},
    case when x.id is not null then jsonb_build_object('id', x.id::text, 'name', x.name) end as lead,
    ${appUrl(ctx, 'opportunities', part`o.id`)} as url`
}

const joins = part`${sharedJoins(part`o`)} left join leads x on x.account_id = o.account_id and x.id = o.lead_id ${notDeleted(part`x`)}`
