import { z } from 'zod'
import { PropertyImage } from '#contract/records/property.ts'
import { id } from '#contract/scalars.ts'
import { announceImages } from '#domains/properties/announcing.ts'
import * as images from '#domains/properties/images.ts'
import { property_id } from '#domains/properties/inputs.ts'
import * as properties from '#domains/properties/store.ts'
import { operation } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

export const reorder_property_images = operation({
  summary: 'Put the pictures of a property in another order. The first is the one lists show.',
  rest: 'PUT /properties/:property_id/images/order',
  permission: 'crm:write',
  module: 'real_estate',
  tool: false,
  idempotent: true,
  input: z.strictObject({
    property_id,
    image_ids: z.array(id).max(100).describe('All its pictures, in the order wanted'),
  }),
  output: z.object({ items: z.array(PropertyImage) }),

  async run(ctx, { property_id, image_ids }) {
    await properties.getLocked(ctx, property_id)
    const before = await images.list(ctx, property_id)
    const known = new Set(before.map(({ id }) => id))
    const stranger = image_ids.find((each) => !known.has(each))
    if (stranger) reject('not_found', `There is no picture ${stranger} of this property.`, 'image_ids')
    const twice = image_ids.find((each, i) => image_ids.indexOf(each) !== i)
    if (twice) reject('invalid_value', `The picture ${twice} is named twice.`, 'image_ids')
    const absent = [...known].find((each) => !image_ids.includes(each))
    if (absent) reject('invalid_value', `Name every picture; ${absent} is not among them.`, 'image_ids')
    await images.reorder(ctx, property_id, image_ids)
    return { items: await announceImages(ctx, property_id, before) }
  },
})
