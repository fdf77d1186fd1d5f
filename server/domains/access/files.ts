import type { Sql } from '#db/sql.ts'
import type { StoredFile } from '#kernel/uploads.ts'

/** The file of an attachment. Whoever asks has shown a signed address; with its message the row is gone, and the file too. */
export async function findAttachment(sql: Sql, account_id: string, id: string): Promise<StoredFile | undefined> {
  const [row] = await sql<StoredFile>`
    select file_key, file_name, file_type, content_type, size_bytes::float8 as size_bytes
      from attachments where account_id = ${account_id} and id = ${id}`
  return row
}
