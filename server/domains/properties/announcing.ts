import type { PropertyImage } from '#contract/records/property.ts'
import * as images from '#domains/properties/images.ts'
import * as properties from '#domains/properties/store.ts'
import type { Context } from '#kernel/operation.ts'

/** Says that the pictures of a property are others than before, if they are, and answers them. */
export async function announceImages(
  ctx: Context,
  property_id: string,
  before: readonly PropertyImage[],
): Promise<PropertyImage[]> {
  const now = await images.list(ctx, property_id)
  const [from, to] = [before.map(({ id }) => id), now.map(({ id }) => id)]
  if (from.join() !== to.join()) {
    const property = await properties.get(ctx, property_id)
    ctx.emit('property.updated', { property, changes: { images: { from, to } } })
  }
  return now
}
