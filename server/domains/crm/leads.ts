import type { Lead } from '#contract/records/crm.ts'
import { joined, nothing, part, type Part } from '#db/sql.ts'
import type { LeadMove } from '#domains/crm/rules.ts'
import type { Attribution } from '#domains/crm/attribution-rules.ts'
import { settling, unsettles } from '#domains/crm/settled.ts'
import { assigned, kept, seen, shared, sharedJoins, url } from '#domains/crm/shape.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

/** What of a lead can change, by its columns. */
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

/** The lead, if the caller may see it; `field` is what the caller named it in. */
export async function get(ctx: Context, id: string, field = 'lead_id'): Promise<Lead> {
  const [row] = await select(ctx, part`l.id = ${id}`)
  return row ?? missing(id, field)
}

/** The lead, held until the transaction ends. What it is is asked behind the lock, and so is what it is then. */
export async function getLocked(ctx: Context, id: string, field = 'lead_id'): Promise<Lead> {
  const [, lead] = await Promise.all([
    ctx.sql`select from leads l where l.account_id = ${ctx.actor.account.id} and l.id = ${id} ${seen(ctx, part`l`)} for no key update`,
    get(ctx, id, field),
  ])
  return lead
}

/** All of these leads, held; one that is not there is refused by its place in the list. */
export async function getAllLocked(ctx: Context, ids: readonly string[]): Promise<Lead[]> {
  const [, rows] = await Promise.all([
    ctx.sql`
      select from leads l where l.account_id = ${ctx.actor.account.id} and l.id = any(${ids}::bigint[]) ${seen(ctx, part`l`)}
       order by l.id for no key update`,
    select(ctx, part`l.id = any(${ids}::bigint[])`),
  ])
  const found = new Map(rows.map((row) => [BigInt(row.id), row]))
  return ids.map((id, i) => found.get(BigInt(id)) ?? missing(id, `lead_ids/${i}`))
}

function missing(id: string, field: string): never {
  return reject('not_found', `There is no lead ${id}; find leads with crm_list_leads.`, field)
}

function select(ctx: Context, which: Part): Promise<Lead[]> {
  return ctx.sql<Lead>`
    select ${columns(ctx)} from leads l ${joins} where l.account_id = ${ctx.actor.account.id} ${seen(ctx, part`l`)} and ${which}`
}

export type Listed = Lead & { place: string }

/** Leads that meet the conditions, in this order, and one more than asked for: one statement a page. */
export function list(ctx: Context, met: Part, order: Part, limit: number): Promise<Listed[]> {
  return ctx.sql<Listed>`
    select ${columns(ctx)}, l.position::text as place from (
      select l.* from leads l where l.account_id = ${ctx.actor.account.id} ${seen(ctx, part`l`)} ${met}
       order by ${order} limit ${limit + 1}) l ${joins}
     order by ${order}`
}

export type New = Required<Omit<Patch, 'lost_reason' | 'converted_at'>>

export async function insert(ctx: Context, fresh: New): Promise<Lead> {
  const [row] = await ctx.sql<Lead>`
    with l as (
      insert into leads (account_id, name, company_name, email, phone, source, utm_source, utm_medium, utm_campaign, attribution_detail,
                         utm_origin, utm_origin_by, utm_origin_at, utm_auto, estimated_value, currency, owner_id, contact_id, pipeline_id,
                         stage_id, stage_entered_at, status, custom_attributes, last_activity_at, created_at, updated_at)
      values (${ctx.actor.account.id}, ${fresh.name}, ${fresh.company_name}, ${fresh.email}, ${fresh.phone}, ${fresh.source},
              ${fresh.utm_source}, ${fresh.utm_medium}, ${fresh.utm_campaign}, ${fresh.attribution_detail}, ${fresh.utm_origin},
              ${fresh.utm_origin_by}, ${fresh.utm_origin_at}, ${fresh.utm_auto}, ${fresh.estimated_value}, ${fresh.currency},
              ${fresh.owner_id}, ${fresh.contact_id}, ${fresh.pipeline_id}, ${fresh.stage_id}, ${ctx.now}, ${fresh.status},
              ${fresh.custom_attributes}, ${ctx.now}, ${ctx.now}, ${ctx.now})
      returning *
    ), ${settling('leads', part`l`)} select ${columns(ctx)} from l ${joins}`
  await noteResponse(ctx, row!.id, [fresh.contact_id])
  return row!
}

/** How soon it was answered follows from the conversations of its contact, and is read anew where that is, or was, another. */
export async function noteResponse(
  { sql, actor }: Context,
  id: string,
  contact_ids: readonly (string | null)[],
): Promise<void> {
  if (contact_ids.every((each) => each === null)) return
  await sql`select note_lead_responses(${actor.account.id}, ${contact_ids}::bigint[], ${id})`
}

/** Changes these columns, and answers the lead as it is then. */
export async function update(ctx: Context, id: string, patch: object, besides: Part = nothing): Promise<Lead> {
  const [row] = await ctx.sql<Lead>`
    with l as (
      update leads l set ${joined([...assigned(patch), part`updated_at = ${ctx.now}`], ', ')} ${besides}
       where account_id = ${ctx.actor.account.id} and id = ${id}
      returning *
    ) ${unsettles(patch) ? part`, ${settling('leads', part`l`, { account_id: ctx.actor.account.id, id })}` : nothing}
    select ${columns(ctx)} from l ${joins}`
  return row!
}

/** What a lead is, as it travels. */
function columns(ctx: Context): Part {
  return part`
    l.id, l.name, l.company_name, l.email, l.phone, l.source, l.estimated_value, ${shared(part`l`)},
    case when x.id is not null then jsonb_build_object('id', x.id::text, 'name', x.name) end as opportunity, l.converted_at,
    ${url(ctx, 'leads', part`l.id`)} as url`
}

const joins = part`${sharedJoins(part`l`)} left join opportunities x on x.account_id = l.account_id and x.lead_id = l.id ${kept(part`x`)}`
