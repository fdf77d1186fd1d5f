import type { Lead } from '#contract/records/crm.ts'
import { joinParts, emptyPart, part, type Part } from '#db/sql.ts'
import type { LeadMove } from './rules.ts'
import type { Attribution } from '#domains/crm/attribution/rules.ts'
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

/** Columns of a lead that can change. */
export type Patch = LeadMove &
  Partial<Attribution> &
  Partial<{
    name: string
    company_name: string | null
    email: string | null
    phone: string | null
    source: string | null
    attribution_detail: string | null
    estimated_value: number | null
    currency: string
    owner_id: string | null
    contact_id: string | null
    converted_at: Date
    custom_attributes: Lead['custom_attributes']
  }>

/** The lead, if the caller may see it; `field` is the input field that refers to it. */
export async function get(ctx: Context, id: string, field = 'lead_id'): Promise<Lead> {
  const [row] = await select(ctx, part`l.id = ${id}`)
  return row ?? rejectMissing(id, field)
}

/** The lead, locked until the transaction ends. It is read after the lock is taken. */
export async function getLocked(ctx: Context, id: string, field = 'lead_id'): Promise<Lead> {
  const [, lead] = await Promise.all([
    ctx.sql`select from leads l where l.account_id = ${ctx.actor.account.id} and l.id = ${id} ${visibleTo(ctx, part`l`)} for no key update`,
    get(ctx, id, field),
  ])
  return lead
}

/** All of these leads, locked; a missing one is rejected by its position in the list. */
export async function getAllLocked(ctx: Context, ids: readonly string[]): Promise<Lead[]> {
  const [, rows] = await Promise.all([
    ctx.sql`
      select from leads l where l.account_id = ${ctx.actor.account.id} and l.id = any(${ids}::bigint[]) ${visibleTo(ctx, part`l`)}
       order by l.id for no key update`,
    select(ctx, part`l.id = any(${ids}::bigint[])`),
  ])
  const found = new Map(rows.map((row) => [BigInt(row.id), row]))
  return ids.map((id, i) => found.get(BigInt(id)) ?? rejectMissing(id, `lead_ids/${i}`))
}

function rejectMissing(id: string, field: string): never {
  return reject('not_found', `There is no lead ${id}; find leads with crm_list_leads.`, field)
}

function select(ctx: Context, which: Part): Promise<Lead[]> {
  return ctx.sql<Lead>`
    select ${columns(ctx)} from leads l ${joins} where l.account_id = ${ctx.actor.account.id} ${visibleTo(ctx, part`l`)} and ${which}`
}

export type ListRow = Lead & { place: string }

/** Leads that meet the conditions, in this order; one more than the limit. */
export function list(
  ctx: Context,
  conditions: Part,
  { order, select: rows }: ListOrder,
  limit: number,
): Promise<ListRow[]> {
  const met = part`l.account_id = ${ctx.actor.account.id} ${visibleTo(ctx, part`l`)} ${conditions}`
  return ctx.sql<ListRow>`
    select ${columns(ctx)}, l.position::text as place from (${rows(met, limit + 1)}) l ${joins}
     order by ${order}`
}

/** The number of those that meet the conditions, counted up to `most`. */
export function count(ctx: Context, conditions: Part, most: number): Promise<number> {
  const { id } = ctx.actor.account
  return countUpTo(ctx, part`leads l where l.account_id = ${id} ${visibleTo(ctx, part`l`)} ${conditions}`, most)
}

export type New = Required<Omit<Patch, 'lost_reason' | 'converted_at'>> & Pick<Patch, 'lost_reason'>

/** Inserts a lead, now or with given dates. */
export async function insert(ctx: Context, fresh: New, moments = allAt(ctx.now)): Promise<Lead> {
  const [row] = await ctx.sql<Lead>`
    with l as (
      insert into leads (account_id, name, company_name, email, phone, source, utm_source, utm_medium, utm_campaign, attribution_detail,
                         utm_origin, utm_origin_by, utm_origin_at, utm_auto, estimated_value, currency, owner_id, contact_id, pipeline_id,
                         stage_id, stage_entered_at, status, lost_reason, custom_attributes, last_activity_at, created_at, updated_at)
      values (${ctx.actor.account.id}, ${fresh.name}, ${fresh.company_name}, ${fresh.email}, ${fresh.phone}, ${fresh.source},
              ${fresh.utm_source}, ${fresh.utm_medium}, ${fresh.utm_campaign}, ${fresh.attribution_detail}, ${fresh.utm_origin},
              ${fresh.utm_origin_by}, ${fresh.utm_origin_at}, ${fresh.utm_auto}, ${fresh.estimated_value}, ${fresh.currency},
              ${fresh.owner_id}, ${fresh.contact_id}, ${fresh.pipeline_id}, ${fresh.stage_id}, ${moments.stage_entered_at}, ${fresh.status},
              ${fresh.lost_reason ?? null}, ${fresh.custom_attributes}, ${moments.last_activity_at}, ${moments.created_at}, ${ctx.now})
      returning *
    ), ${boardDelta('leads', part`l`)} select ${columns(ctx)} from l ${joins}`
  await recordResponseTime(ctx, row!.id, [fresh.contact_id])
  return row!
}

/** Recomputes the response time, which depends on the conversations of the previous and the current contact. */
export async function recordResponseTime(
  { sql, actor }: Context,
  id: string,
  contact_ids: readonly (string | null)[],
): Promise<void> {
  if (contact_ids.every((each) => each === null)) return
  await sql`select record_lead_responses(${actor.account.id}, ${contact_ids}::bigint[], ${id})`
}

/** Updates these columns and returns the lead. */
export async function update(ctx: Context, id: string, patch: object, extra: Part = emptyPart): Promise<Lead> {
  const [row] = await ctx.sql<Lead>`
    with l as (
      update leads l set ${joinParts([...setColumns(patch), part`updated_at = ${ctx.now}`], ', ')} ${extra}
       where account_id = ${ctx.actor.account.id} and id = ${id}
      returning *
    ) ${affectsBoardSums(patch) ? part`, ${boardDelta('leads', part`l`, { account_id: ctx.actor.account.id, id })}` : emptyPart}
    select ${columns(ctx)} from l ${joins}`
  return row!
}

/** Columns of a lead as the API returns it. */
function columns(ctx: Context): Part {
  return part`
    l.id, l.name, l.company_name, l.email, l.phone, l.source, l.estimated_value, ${sharedColumns(part`l`)},
    case when x.id is not null then jsonb_build_object('id', x.id::text, 'name', x.name) end as opportunity, l.converted_at,
    ${appUrl(ctx, 'leads', part`l.id`)} as url`
}

const joins = part`${sharedJoins(part`l`)} left join opportunities x on x.account_id = l.account_id and x.lead_id = l.id ${notDeleted(part`x`)}`
