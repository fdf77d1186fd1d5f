import { z } from 'zod'
import { id } from '#contract/scalars.ts'
import { emitImageChanges } from '#domains/properties/image-events.ts'
import * as images from '#domains/properties/images.ts'
import { property_id } from '#domains/properties/inputs.ts'
import * as properties from '#domains/properties/store.ts'
import { operation } from '#kernel/operation.ts'

export const remove_property_image = operation({
  summary: 'Remove an image from a property.',
  rest: 'DELETE /properties/:property_id/images/:image_id',
  permission: 'crm:write',
  module: 'real_estate',
  tool: false,
  destructive: true,
  input: z.strictObject({ property_id, image_id: id }),
  output: z.object({ id, deleted: z.literal(true) }),

  async run(ctx, { property_id, image_id }) {
    await properties.getLocked(ctx, property_id)
    const known = await images.list(ctx, property_id)
    await images.remove(ctx, property_id, image_id)
    await emitImageChanges(ctx, property_id, known)
    return { id: image_id, deleted: true as const }
  },
})
