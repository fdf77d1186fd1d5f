import type { Sql } from '#db/sql.ts'
import type { StoredFile } from '#kernel/uploads.ts'

/** The file an address names: a picture of a property where its id says so, else of a message. */
export function findFile(sql: Sql, account_id: string, id: string): Promise<StoredFile | undefined> {
  const picture = /^property-(\d+)$/.exec(id)?.[1]
  return picture ? findPropertyImage(sql, account_id, picture) : findAttachment(sql, account_id, id)
}

/** The file of an attachment. Whoever asks has shown a signed address; with its message the row is gone, and the file too. */
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
