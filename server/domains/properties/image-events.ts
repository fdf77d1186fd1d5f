import type { PropertyImage } from '#contract/records/property.ts'
import * as images from './images.ts'
import * as properties from './store.ts'
import type { Context } from '#kernel/operation.ts'

/** Emits property.updated if the images changed, and returns them. */
export async function emitImageChanges(
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
