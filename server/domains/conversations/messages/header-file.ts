import * as conversations from '#domains/conversations/store.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'
import type { StoredFile } from '#kernel/uploads.ts'

/** Values of a template whose header may name a file of another message or of an inbox. */
type TemplateInput = { parameters?: { header?: unknown } | undefined } | null | undefined

/** A file of an inbox has no conversation. */
type AttachedFile = StoredFile & { conversation_id: string | null }

/** The file a template's header names, which the caller must be able to see; undefined if it names none. */
export async function getHeaderFile(ctx: Context, template: TemplateInput): Promise<StoredFile | undefined> {
  const id = attachmentId(template)
  if (id === undefined) return undefined
  const found = await find(ctx, id)
  if (!found) return rejectMissing(id)
  const { conversation_id, ...file } = found
  // Inboxes are visible to everybody in the workspace.
  if (conversation_id !== null) await conversations.get(ctx, conversation_id).catch(() => rejectMissing(id))
  return file
}

/** The same file when the message is sent; undefined if it was deleted meanwhile. */
export async function findHeaderFile(ctx: Context, template: TemplateInput): Promise<StoredFile | undefined> {
  const id = attachmentId(template)
  return id === undefined ? undefined : find(ctx, id)
}

export function attachmentId(template: TemplateInput): string | undefined {
  const header = template?.parameters?.header
  return typeof header === 'object' && header !== null && 'attachment_id' in header
    ? (header.attachment_id as string | undefined)
    : undefined
}

async function find({ sql, actor }: Context, id: string): Promise<AttachedFile | undefined> {
  const [file] = await sql<AttachedFile>`
    select a.file_key, a.file_name, a.file_type, a.content_type, a.size_bytes, m.conversation_id
      from attachments a left join messages m on m.account_id = a.account_id and m.id = a.message_id
     where a.account_id = ${actor.account.id} and a.id = ${id} and a.file_key is not null`
  return file
}

function rejectMissing(id: string): never {
  return reject(
    'not_found',
    `There is no stored file ${id}; give the id of a file of a message or of an inbox.`,
    'template/parameters/header/attachment_id',
  )
}
