import { z } from 'zod'
import { PropertyImage } from '#contract/records/property.ts'
import { emitImageChanges } from '#domains/properties/image-events.ts'
import * as images from '#domains/properties/images.ts'
import { property_id, webAddress } from '#domains/properties/inputs.ts'
import * as properties from '#domains/properties/store.ts'
import { operation } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'
import { claimUploads, type StoredFile } from '#kernel/uploads.ts'

const MAX_IMAGES = 50

export const add_property_images = operation({
  summary: 'Add images to a property: uploaded files or web addresses.',
  description: 'Send files as multipart/form-data in the field images. Returns all images in order.',
  rest: 'POST /properties/:property_id/images',
  permission: 'crm:write',
  module: 'real_estate',
  tool: false,
  status: 201,
  files: 'images',
  input: z.strictObject({
    property_id,
    images: z.array(z.string().max(4000)).max(15).optional().describe('Files, or tokens of uploaded files'),
    urls: z.array(webAddress).max(MAX_IMAGES).optional().describe('Addresses of images, starting with https://'),
  }),
  output: z.object({ items: z.array(PropertyImage) }),

  async run(ctx, { property_id, images: tokens = [], urls = [] }) {
    const files = await claimUploads(ctx, tokens, 'images')
    files.forEach(checkImage)
    const added = [...files, ...urls.map((url) => ({ url }))]
    if (added.length === 0) reject('missing_field', 'Send files in images, or addresses in urls.', 'images')
    await properties.getLocked(ctx, property_id)
    const known = await images.list(ctx, property_id)
    if (known.length + added.length > MAX_IMAGES)
      reject(
        'invalid_value',
        `A property has at most ${MAX_IMAGES} images and this one has ${known.length}; remove some first.`,
        'images',
      )
    await images.append(ctx, property_id, added)
    return { items: await emitImageChanges(ctx, property_id, known) }
  },
})

function checkImage({ file_type, file_name }: StoredFile): void {
  if (file_type !== 'image') reject('invalid_value', `${file_name} is not an image; send a picture file.`, 'images')
}
