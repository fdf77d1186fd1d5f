import { isDeepStrictEqual } from 'node:util'
import type { InterestItem } from '#contract/records/property.ts'
import * as activities from '#domains/crm/activities.ts'
import * as items from '#domains/crm/items.ts'
import * as leads from '#domains/crm/leads.ts'
import * as opportunities from '#domains/crm/opportunities.ts'
import { notBefore } from '#domains/crm/rules.ts'
import * as rules from '#domains/properties/item-rules.ts'
import * as properties from '#domains/properties/store.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

const MOST = 100

/** What a lead or opportunity the caller may see is about. */
export async function list(ctx: Context, holder: items.Holder): Promise<InterestItem[]> {
  await (holder.type === 'lead' ? leads : opportunities).get(ctx, holder.id)
  return items.list(ctx, holder)
}

type New = rules.Asked & { property_id?: string | undefined }

export async function add(ctx: Context, holder: items.Holder, { property_id, ...asked }: New): Promise<InterestItem> {
  const { currency, last_activity_at } = await hold(ctx, holder)
  if ((await items.list(ctx, holder)).length >= MOST)
    reject('invalid_state', `A ${holder.type} has at most ${MOST} items; remove one first.`)
  const property = property_id === undefined ? undefined : await offered(ctx, property_id)
  const fields = rules.create(asked, property, currency)
  const item = await items.insert(ctx, holder, { ...fields, property_id: property_id ?? null })
  await announce(ctx, holder, last_activity_at, null, item)
  return item
}

/** A property can only be named where there is a catalog of them. */
function offered(ctx: Context, property_id: string) {
  if (!ctx.actor.account.modules.includes('real_estate'))
    reject('module_inactive', 'The module real_estate is switched off; give the item a name instead.', 'property_id')
  return properties.get(ctx, property_id)
}

export async function change(
  ctx: Context,
  holder: items.Holder,
  item_id: string,
  asked: rules.Asked,
): Promise<InterestItem> {
  const { last_activity_at } = await hold(ctx, holder)
  const before = await items.get(ctx, holder, item_id)
  const after = rules.revise(before, asked)
  if (isDeepStrictEqual(rules.summary(before), after)) return before
  const item = await items.update(ctx, holder, item_id, after)
  await announce(ctx, holder, last_activity_at, before, item)
  return item
}

export async function remove(ctx: Context, holder: items.Holder, item_id: string): Promise<void> {
  const { last_activity_at } = await hold(ctx, holder)
  const before = await items.get(ctx, holder, item_id)
  await items.remove(ctx, holder, item_id)
  await announce(ctx, holder, last_activity_at, before, null)
}

/** The record itself, held: its items change one after another, and it is not converted meanwhile. */
function hold(ctx: Context, { type, id }: items.Holder): Promise<{ currency: string; last_activity_at: string }> {
  return type === 'lead' ? leads.getLocked(ctx, id) : opportunities.getLocked(ctx, id)
}

/** The timeline remembers it, and whoever listens hears of it. */
async function announce(
  ctx: Context,
  holder: items.Holder,
  last_activity_at: string,
  before: InterestItem | null,
  after: InterestItem | null,
): Promise<void> {
  const changes = { items: { from: before && rules.summary(before), to: after && rules.summary(after) } }
  await activities.insert(ctx, holder, { type: 'field_change', changes }, notBefore(last_activity_at, ctx.now))
  await activities.touch(ctx, holder)
  if (holder.type === 'lead') ctx.emit('lead.updated', { lead: await leads.get(ctx, holder.id), changes })
  else ctx.emit('opportunity.updated', { opportunity: await opportunities.get(ctx, holder.id), changes })
}
