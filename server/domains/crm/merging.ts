import type { EntityType, Lead, Opportunity } from '#contract/records/crm.ts'
import * as activities from '#domains/crm/activities.ts'
import * as items from '#domains/crm/items.ts'
import { notBefore } from '#domains/crm/rules.ts'
import * as history from '#domains/crm/stage-history.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

/** Both records, held in one order, so that two merges of the same pair wait for each other instead of locking each other out. */
export async function holdBoth<R>(
  type: EntityType,
  id: string,
  other_id: string,
  hold: (id: string, field: string) => Promise<R>,
): Promise<{ kept: R; other: R }> {
  const field = `other_${type}_id`
  if (BigInt(id) === BigInt(other_id)) reject('invalid_value', `A record cannot be merged with itself.`, field)
  if (BigInt(id) < BigInt(other_id)) {
    const kept = await hold(id, `${type}_id`)
    return { kept, other: await hold(other_id, field) }
  }
  const other = await hold(other_id, field)
  return { kept: await hold(id, `${type}_id`), other }
}

/** Timeline, items and stage history of the other go to the one that stays, whose timeline says so. */
export async function moveBelongings<R extends Lead | Opportunity>(
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
