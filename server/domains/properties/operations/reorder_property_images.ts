import { z } from 'zod'
import { PropertyImage } from '#contract/records/property.ts'
import { id } from '#contract/scalars.ts'
import { emitImageChanges } from '#domains/properties/image-events.ts'
import * as images from '#domains/properties/images.ts'
import { property_id } from '#domains/properties/inputs.ts'
import * as properties from '#domains/properties/store.ts'
import { operation } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

export const reorder_property_images = operation({
  summary: 'Reorder the images of a property. The first one is its cover.',
  rest: 'PUT /properties/:property_id/images/order',
  permission: 'crm:write',
  module: 'real_estate',
  tool: false,
  idempotent: true,
  input: z.strictObject({
    property_id,
    image_ids: z.array(id).max(100).describe('All images in the new order'),
  }),
  output: z.object({ items: z.array(PropertyImage) }),

  async run(ctx, { property_id, image_ids }) {
    await properties.getLocked(ctx, property_id)
    const before = await images.list(ctx, property_id)
    const known = new Set(before.map(({ id }) => id))
    const unknown = image_ids.find((each) => !known.has(each))
    if (unknown) reject('not_found', `This property has no image ${unknown}; see get_crm_property_detail.`, 'image_ids')
    const duplicate = image_ids.find((each, i) => image_ids.indexOf(each) !== i)
    if (duplicate) reject('invalid_value', `Image ${duplicate} is listed twice; list each once.`, 'image_ids')
    const missing = [...known].find((each) => !image_ids.includes(each))
    if (missing) reject('invalid_value', `List every image; ${missing} is missing.`, 'image_ids')
    await images.reorder(ctx, property_id, image_ids)
    return { items: await emitImageChanges(ctx, property_id, before) }
  },
})
