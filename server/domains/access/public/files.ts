import type { Sql } from '#db/sql.ts'
import type { StoredFile } from '#kernel/uploads.ts'

/** Finds a file by the id in its signed URL: `property-<id>` is a property image, a number is a message attachment. */
export function findFile(sql: Sql, account_id: string, id: string): Promise<StoredFile | undefined> {
  const imageId = /^property-(\d+)$/.exec(id)?.[1]
  return imageId ? findPropertyImage(sql, account_id, imageId) : findAttachment(sql, account_id, id)
}

/** Finds the file of an attachment. The caller has verified the signed URL. */
async function findAttachment(sql: Sql, account_id: string, id: string): Promise<StoredFile | undefined> {
  const [row] = await sql<StoredFile>`
    select file_key, file_name, file_type, content_type, size_bytes::float8 as size_bytes
      from attachments where account_id = ${account_id} and id = ${id}`
  return row
}

async function findPropertyImage(sql: Sql, account_id: string, id: string): Promise<StoredFile | undefined> {
  const [row] = await sql<StoredFile>`
    select file_key, file_name, 'image' as file_type, content_type, size_bytes::float8 as size_bytes
      from property_images where account_id = ${account_id} and id = ${id} and file_key is not null`
  return row
}

/** Finds the picture of a contact by its key, which cannot be guessed. */
export async function findAvatar(sql: Sql, account_id: string, contact_id: string, key: string) {
  const [row] = await sql<StoredFile>`
    select a.* from contacts c, jsonb_to_record(c.avatar) as a (file_key text, file_name text, file_type text, content_type text, size_bytes float8)
     where c.account_id = ${account_id} and c.id = ${contact_id} and a.file_key = ${`${account_id}/${key}`}`
  return row
}
