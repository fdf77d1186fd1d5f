import { isDeepStrictEqual } from 'node:util'
import type { InterestItem } from '#contract/records/property.ts'
import * as activities from '#domains/crm/activities/store.ts'
import * as items from '#domains/crm/records/interest-items.ts'
import * as leads from '#domains/crm/leads/store.ts'
import * as opportunities from '#domains/crm/opportunities/store.ts'
import { notBefore } from '#domains/crm/records/rules.ts'
import * as rules from './item-rules.ts'
import * as properties from './store.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

const MAX_ITEMS = 100

/** Interest items of a lead or opportunity that the caller may see. */
export async function list(ctx: Context, holder: items.Holder): Promise<InterestItem[]> {
  await (holder.type === 'lead' ? leads : opportunities).get(ctx, holder.id)
  return items.list(ctx, holder)
}

type New = rules.ItemInput & { property_id?: string | undefined }

export async function add(ctx: Context, holder: items.Holder, { property_id, ...input }: New): Promise<InterestItem> {
  const { currency, last_activity_at } = await lockRecord(ctx, holder)
  if ((await items.list(ctx, holder)).length >= MAX_ITEMS)
    reject('invalid_state', `A ${holder.type} has at most ${MAX_ITEMS} items; remove one first.`)
  const property = property_id === undefined ? undefined : await getProperty(ctx, property_id)
  const fields = rules.create(input, property, currency)
  const item = await items.insert(ctx, holder, { ...fields, property_id: property_id ?? null })
  await recordChange(ctx, holder, last_activity_at, null, item)
  return item
}

/** A property needs the real_estate module. */
function getProperty(ctx: Context, property_id: string) {
  if (!ctx.actor.account.modules.includes('real_estate'))
    reject('module_inactive', 'The module real_estate is inactive; give the item a name instead.', 'property_id')
  return properties.get(ctx, property_id)
}

export async function update(
  ctx: Context,
  holder: items.Holder,
  item_id: string,
  input: rules.ItemInput,
): Promise<InterestItem> {
  const { last_activity_at } = await lockRecord(ctx, holder)
  const before = await items.get(ctx, holder, item_id)
  const after = rules.revise(before, input)
  if (isDeepStrictEqual(rules.summary(before), after)) return before
  const item = await items.update(ctx, holder, item_id, after)
  await recordChange(ctx, holder, last_activity_at, before, item)
  return item
}

export async function remove(ctx: Context, holder: items.Holder, item_id: string): Promise<void> {
  const { last_activity_at } = await lockRecord(ctx, holder)
  const before = await items.get(ctx, holder, item_id)
  await items.remove(ctx, holder, item_id)
  await recordChange(ctx, holder, last_activity_at, before, null)
}

/** Locks the record, so that its items change one at a time and it is not converted meanwhile. */
function lockRecord(ctx: Context, { type, id }: items.Holder): Promise<{ currency: string; last_activity_at: string }> {
  return type === 'lead' ? leads.getLocked(ctx, id) : opportunities.getLocked(ctx, id)
}

/** Records the change on the timeline and emits an event. */
async function recordChange(
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
