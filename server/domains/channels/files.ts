import type { InboxFile } from '#contract/records/channel.ts'
import { emptyPart, part } from '#db/sql.ts'
import type { Context } from '#kernel/operation.ts'
import { fileUrl, type StoredFile } from '#kernel/uploads.ts'

const columns = part`id, file_name, file_type, content_type, size_bytes::float8 as size_bytes, created_at`

/** Files of an inbox, newest first, one more than the limit. */
export async function list(
  ctx: Context,
  inbox_id: string,
  after: string[] | undefined,
  limit: number,
): Promise<InboxFile[]> {
  const rows = await ctx.sql<Omit<InboxFile, 'url'>>`
    select ${columns} from attachments
     where account_id = ${ctx.actor.account.id} and inbox_id = ${inbox_id} ${after ? part`and id < ${after[0]}::bigint` : emptyPart}
     order by id desc limit ${limit + 1}`
  return rows.map((row) => ({ ...row, url: fileUrl(ctx, row) }))
}

export async function add(ctx: Context, inbox_id: string, file: StoredFile): Promise<InboxFile> {
  const { file_key, file_name, file_type, content_type, size_bytes } = file
  const [row] = await ctx.sql<Omit<InboxFile, 'url'>>`
    insert into attachments (account_id, inbox_id, file_key, file_name, file_type, content_type, size_bytes, created_at)
    values (${ctx.actor.account.id}, ${inbox_id}, ${file_key}, ${file_name}, ${file_type}, ${content_type}, ${size_bytes}, ${ctx.now})
    returning ${columns}`
  return { ...row!, url: fileUrl(ctx, row!) }
}
