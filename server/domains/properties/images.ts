import type { PropertyImage } from '#contract/records/property.ts'
import { part } from '#db/sql.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'
import { fileUrl, releaseFiles, type StoredFile } from '#kernel/uploads.ts'

/** An image row: an external address or an uploaded file. */
export type Row = Omit<PropertyImage, 'url'> & { url: string | null }

export async function list(ctx: Context, property_id: string): Promise<PropertyImage[]> {
  const rows = await ctx.sql<Row>`
    select ${columns} from property_images i
     where i.account_id = ${ctx.actor.account.id} and i.property_id = ${property_id} order by i.position, i.id`
  return rows.map((row) => toImage(ctx, row))
}

/** The image with its address. Uploaded images have file ids with the prefix property-. */
export function toImage(ctx: Context, { url, ...image }: Row): PropertyImage {
  return { ...image, url: url ?? fileUrl(ctx, { id: `property-${image.id}`, file_name: image.file_name ?? '' }) }
}

export type New = { url: string } | StoredFile

/** Appends images in the given order. */
export async function append(ctx: Context, property_id: string, added: readonly New[]): Promise<void> {
  await ctx.sql`
    insert into property_images (account_id, property_id, position, url, file_key, file_name, content_type, size_bytes, created_at)
    select ${ctx.actor.account.id}, ${property_id}, last.position + f.place, f.url, f.file_key, f.file_name, f.content_type,
           f.size_bytes, ${ctx.now}
      from (select coalesce(max(position), 0) as position from property_images
             where account_id = ${ctx.actor.account.id} and property_id = ${property_id}) last,
           rows from (jsonb_to_recordset(${JSON.stringify(added)}::jsonb)
             as (url text, file_key text, file_name text, content_type text, size_bytes bigint))
             with ordinality as f (url, file_key, file_name, content_type, size_bytes, place)`
}

export async function remove(ctx: Context, property_id: string, image_id: string): Promise<void> {
  const image = part`
    property_images where account_id = ${ctx.actor.account.id} and property_id = ${property_id} and id = ${image_id}`
  await releaseFiles(ctx.sql, ctx.actor.account.id, part`select file_key from ${image}`)
  const rows = await ctx.sql`delete from ${image} returning id`
  if (rows.length === 0)
    reject('not_found', `This property has no image ${image_id}; see get_crm_property_detail.`, 'image_id')
}

/** Sets the positions to the order of this list. */
export async function reorder(ctx: Context, property_id: string, image_ids: readonly string[]): Promise<void> {
  await ctx.sql`
    update property_images i set position = o.place
      from unnest(${image_ids}::bigint[]) with ordinality as o (id, place)
     where i.account_id = ${ctx.actor.account.id} and i.property_id = ${property_id} and i.id = o.id`
}

const columns = part`i.id, i.url, i.file_name, i.content_type`
