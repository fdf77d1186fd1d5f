import { z } from 'zod'
import { PropertyDetail } from '#contract/records/property.ts'
import * as images from '#domains/properties/images.ts'
import { property_id } from '#domains/properties/inputs.ts'
import * as opportunities from '#domains/properties/related-opportunities.ts'
import * as properties from '#domains/properties/store.ts'
import { operation } from '#kernel/operation.ts'

export const get_crm_property_detail = operation({
  summary: 'Get a real-estate property with its images and the opportunities that include it.',
  description: 'Find its id with list_crm_properties. Includes only opportunities you may see.',
  rest: 'GET /properties/:property_id',
  permission: 'crm:read',
  module: 'real_estate',
  input: z.strictObject({ property_id }),
  output: PropertyDetail,

  async run(ctx, { property_id }) {
    const [property, all_images, related] = await Promise.all([
      properties.get(ctx, property_id),
      images.list(ctx, property_id),
      opportunities.listIncluding(ctx, property_id),
    ])
    return { ...property, images: all_images, opportunities: related }
  },
})
