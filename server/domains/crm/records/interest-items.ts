import type { EntityType } from '#contract/records/crm.ts'
import type { InterestItem } from '#contract/records/property.ts'
import { emptyPart, part, type Part } from '#db/sql.ts'
import { appUrl } from './columns.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

/** The lead or opportunity an item belongs to. */
export type Holder = { type: EntityType; id: string }

/** Interest items of a lead or opportunity, in the order they were added. */
export function list(ctx: Context, holder: Holder): Promise<InterestItem[]> {
  return select(ctx, holder, emptyPart)
}

export async function get(ctx: Context, holder: Holder, id: string): Promise<InterestItem> {
  const [row] = await select(ctx, holder, part`and i.id = ${id}`)
  return (
    row ??
    reject('not_found', `There is no item ${id} on this ${holder.type}; see list_${holder.type}_items.`, 'item_id')
  )
}

function select(ctx: Context, holder: Holder, which: Part): Promise<InterestItem[]> {
  return ctx.sql<InterestItem>`
    select i.id, i.name, i.quantity, i.price, i.currency, i.created_at, i.updated_at,
           case when p.id is not null then jsonb_build_object(
             'id', p.id::text, 'code', p.code, 'name', p.name, 'url', ${appUrl(ctx, 'properties', part`p.id`)}) end as property
      from crm_items i left join properties p on p.account_id = i.account_id and p.id = i.property_id
     where i.account_id = ${ctx.actor.account.id} and ${belongsTo(holder)} ${which} order by i.id`
}

export type New = Pick<InterestItem, 'name' | 'quantity' | 'price' | 'currency'> & { property_id: string | null }

export async function insert(ctx: Context, holder: Holder, item: New): Promise<InterestItem> {
  const { sql, actor, now } = ctx
  const [row] = await sql<{ id: string }>`
    insert into crm_items (account_id, lead_id, opportunity_id, property_id, name, quantity, price, currency, created_at, updated_at)
    values (${actor.account.id}, ${holder.type === 'lead' ? holder.id : null}, ${holder.type === 'opportunity' ? holder.id : null},
            ${item.property_id}, ${item.name}, ${item.quantity}, ${item.price}, ${item.currency}, ${now}, ${now}) returning id`
  return get(ctx, holder, row!.id)
}

export async function update(
  ctx: Context,
  holder: Holder,
  id: string,
  item: Omit<New, 'property_id'>,
): Promise<InterestItem> {
  await ctx.sql`
    update crm_items i set name = ${item.name}, quantity = ${item.quantity}, price = ${item.price}, currency = ${item.currency},
           updated_at = ${ctx.now}
     where i.account_id = ${ctx.actor.account.id} and ${belongsTo(holder)} and i.id = ${id}`
  return get(ctx, holder, id)
}

export async function remove(ctx: Context, holder: Holder, id: string): Promise<void> {
  await ctx.sql`delete from crm_items i where i.account_id = ${ctx.actor.account.id} and ${belongsTo(holder)} and i.id = ${id}`
}

/** Whether a lead has any item, which counts as business context for a conversion. */
export async function hasAny(ctx: Context, lead_id: string): Promise<boolean> {
  const rows = await ctx.sql`
    select from crm_items where account_id = ${ctx.actor.account.id} and lead_id = ${lead_id} limit 1`
  return rows.length > 0
}

/** Copies the items of a lead to its opportunity; the lead keeps its own. */
export async function copyToOpportunity(ctx: Context, lead_id: string, opportunity_id: string): Promise<void> {
  await ctx.sql`
    insert into crm_items (account_id, opportunity_id, property_id, name, quantity, price, currency, created_at, updated_at)
    select account_id, ${opportunity_id}, property_id, name, quantity, price, currency, created_at, ${ctx.now}
      from crm_items where account_id = ${ctx.actor.account.id} and lead_id = ${lead_id} order by id`
}

/** Moves the items of a duplicate to the record it is merged into. */
export async function moveAll({ sql, actor }: Context, type: EntityType, from: string, to: string): Promise<void> {
  const column = type === 'lead' ? part`lead_id` : part`opportunity_id`
  await sql`update crm_items set ${column} = ${to} where account_id = ${actor.account.id} and ${column} = ${from}`
}

function belongsTo({ type, id }: Holder): Part {
  return type === 'lead' ? part`i.lead_id = ${id}` : part`i.opportunity_id = ${id}`
}
