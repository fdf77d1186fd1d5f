import { z } from 'zod'
import { PropertyImage } from '#contract/records/property.ts'
import { announceImages } from '#domains/properties/announcing.ts'
import * as images from '#domains/properties/images.ts'
import { property_id, webAddress } from '#domains/properties/inputs.ts'
import * as properties from '#domains/properties/store.ts'
import { type Context, operation } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'
import { openUpload, type StoredFile } from '#kernel/uploads.ts'

const MOST = 50

export const add_property_images = operation({
  summary: 'Put pictures of a property behind those it has: uploaded files, or addresses elsewhere.',
  description: 'Send files as multipart/form-data in the field images. Returns all pictures in their order.',
  rest: 'POST /properties/:property_id/images',
  permission: 'crm:write',
  module: 'real_estate',
  tool: false,
  status: 201,
  files: 'images',
  input: z.strictObject({
    property_id,
    images: z.array(z.string().max(4000)).max(15).optional().describe('The files, or tokens of uploaded ones'),
    urls: z.array(webAddress).max(MOST).optional().describe('Addresses of pictures, beginning with https://'),
  }),
  output: z.object({ items: z.array(PropertyImage) }),

  async run(ctx, { property_id, images: tokens = [], urls = [] }) {
    const added = [...tokens.map((token) => picture(ctx, token)), ...urls.map((url) => ({ url }))]
    if (added.length === 0) reject('missing_field', 'Send files in images, or addresses in urls.', 'images')
    await properties.getLocked(ctx, property_id)
    const known = await images.list(ctx, property_id)
    if (known.length + added.length > MOST)
      reject('invalid_value', `A property has at most ${MOST} pictures, and this one has ${known.length}.`, 'images')
    await images.append(ctx, property_id, added)
    return { items: await announceImages(ctx, property_id, known) }
  },
})

function picture(ctx: Context, token: string): StoredFile {
  const file = openUpload(ctx, token, 'images')
  if (file.file_type !== 'image') reject('invalid_value', `${file.file_name} is no picture.`, 'images')
  return file
}
