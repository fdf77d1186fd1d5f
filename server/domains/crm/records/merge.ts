import type { EntityType, Lead, Opportunity } from '#contract/records/crm.ts'
import * as activities from '#domains/crm/activities/store.ts'
import * as items from './interest-items.ts'
import { notBefore } from './rules.ts'
import * as history from './stage-history.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

/** Locks both records in a fixed order, so that two merges of the same pair cannot deadlock. */
export async function lockBoth<R>(
  type: EntityType,
  id: string,
  other_id: string,
  getLocked: (id: string, field: string) => Promise<R>,
): Promise<{ kept: R; other: R }> {
  const field = `other_${type}_id`
  if (BigInt(id) === BigInt(other_id))
    reject('invalid_value', 'A record cannot be merged with itself; give the id of the duplicate.', field)
  if (BigInt(id) < BigInt(other_id)) {
    const kept = await getLocked(id, `${type}_id`)
    return { kept, other: await getLocked(other_id, field) }
  }
  const other = await getLocked(other_id, field)
  return { kept: await getLocked(id, `${type}_id`), other }
}

/** Moves the timeline, items and stage history of the duplicate, and records the merge on the timeline. */
export async function moveRelated<R extends Lead | Opportunity>(
  ctx: Context,
  type: EntityType,
  kept: R,
  other: R,
): Promise<void> {
  await activities.moveAll(ctx, type, other.id, kept.id)
  await items.moveAll(ctx, type, other.id, kept.id)
  await history.moveAll(ctx, type, other.id, kept.id)
  const changes = { merged: { from: { id: other.id, name: other.name }, to: { id: kept.id, name: kept.name } } }
  const entity = { type, id: kept.id }
  await activities.insert(ctx, entity, { type: 'field_change', changes }, notBefore(kept.last_activity_at, ctx.now))
  await activities.touch(ctx, entity)
}
