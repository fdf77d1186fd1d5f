import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Attachment } from '#contract/records/conversation.ts'
import { part, type Part, type Sql } from '#db/sql.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

/** A file in storage, as messages refer to it. */
export type StoredFile = Pick<Attachment, 'file_name' | 'file_type' | 'content_type' | 'size_bytes'> & {
  file_key: string
}

/** Files whose tokens nobody used for this long are removed. Tokens expire an hour earlier, so that none outlives its file. */
const ABANDONED_AFTER = '25 hours'
const TOKEN_SECONDS = 86_400

/** A signed token for a file just stored, which the caller passes to an operation within a day. */
export function sealUpload(secret: Buffer, account_id: string, file: StoredFile, now = new Date()): string {
  const expires = Math.floor(now.getTime() / 1000) + TOKEN_SECONDS
  const body = Buffer.from(JSON.stringify({ ...file, expires })).toString('base64url')
  return `${body}.${sign(secret, 'upload', account_id, body)}`
}

/** The uploaded file of a token, if this workspace stored it. */
export function openUpload(
  { secret, actor, now }: Pick<Context, 'secret' | 'actor' | 'now'>,
  token: string,
  field = 'attachments',
): StoredFile {
  const [body = ''] = token.split('.')
  if (!same(token, `${body}.${sign(secret, 'upload', actor.account.id, body)}`)) {
    reject('invalid_value', 'This is not an upload token; upload the file first and use the token you get.', field)
  }
  const { expires, ...file } = JSON.parse(Buffer.from(body, 'base64url').toString()) as StoredFile & { expires: number }
  if (expires * 1000 <= now.getTime())
    reject('invalid_value', 'This file was uploaded more than a day ago and is gone; upload it again.', field)
  return file
}

/** The uploaded files of these tokens, which are kept from now on. */
export async function claimUploads(ctx: Context, tokens: readonly string[], field?: string): Promise<StoredFile[]> {
  const files = tokens.map((token) => openUpload(ctx, token, field))
  const keys = files.map(({ file_key }) => file_key)
  if (keys.length > 0) await forgetUploads(ctx.sql, ctx.actor.account.id, keys)
  return files
}

/** Records that a file is about to be stored, so that it is found again if nobody uses it. */
export async function recordUpload(sql: Sql, account_id: string, file_key: string): Promise<void> {
  await sql`insert into uploads (account_id, file_key) values (${account_id}, ${file_key})`
}

export async function forgetUploads(sql: Sql, account_id: string, file_keys: readonly string[]): Promise<void> {
  await sql`delete from uploads where account_id = ${account_id} and file_key = any(${file_keys}::text[])`
}

/** Leaves files to be removed with abandoned uploads; call it before their rows are deleted. `keys` selects `file_key`. */
export async function releaseFiles(sql: Sql, account_id: string, keys: Part): Promise<void> {
  await sql`
    insert into uploads (account_id, file_key)
    select distinct ${account_id}::bigint, r.file_key from (${keys}) r where r.file_key is not null on conflict do nothing`
}

/** The moment at which the next upload counts as abandoned. */
export const nextAbandonedAt = part`select min(created_at) + ${ABANDONED_AFTER}::interval as at from uploads`

/**
 * Removes abandoned files from the storage, except those that another message, property or document still uses. One that cannot
 * be removed is tried again the next time.
 */
export async function removeAbandoned(sql: Sql, remove: (file_key: string) => Promise<void>): Promise<void> {
  const uploads = await sql<{ account_id: string; file_key: string; is_used: boolean }>`
    select u.account_id, u.file_key,
           exists (select from attachments a where a.account_id = u.account_id and a.file_key = u.file_key)
           or exists (select from property_images i where i.account_id = u.account_id and i.file_key = u.file_key)
           or exists (select from knowledge_documents d where d.account_id = u.account_id and d.file_key = u.file_key) as is_used
      from uploads u where u.created_at <= now() - ${ABANDONED_AFTER}::interval order by u.created_at limit 100`
  for (const { account_id, file_key, is_used } of uploads) {
    if (!is_used) await remove(file_key)
    await forgetUploads(sql, account_id, [file_key])
  }
}

const DAY = 86_400
/** Webhooks are repeated for days, and programs queue the addresses in them. */
const DAYS_VALID = 7

/**
 * A signed address, valid for seven to eight days: it expires at midnight, so that it stays the same all day. It ends in
 * the file's name, with nothing after it, because programs take name and type of a file from its address.
 */
export function fileUrl(
  {
    base_url,
    secret,
    actor,
    now,
  }: Pick<Context, 'base_url' | 'secret' | 'now'> & { actor: { account: { id: string } } },
  { id, file_name }: { id: string; file_name: string },
): string {
  const expires = (Math.floor(now.getTime() / 1000 / DAY) + DAYS_VALID + 1) * DAY
  const signature = sign(secret, 'file', actor.account.id, id, String(expires))
  return `${base_url}/files/${actor.account.id}/${id}/${expires}/${signature}/${encodeURIComponent(file_name)}`
}

/** Whether an address of `fileUrl` has a valid signature and has not expired. */
export function isGoodFileUrl(
  secret: Buffer,
  file: { account_id: string; id: string; expires: string; signature: string },
  now: Date,
): boolean {
  const right = sign(secret, 'file', file.account_id, file.id, file.expires)
  return same(file.signature, right) && Number(file.expires) * 1000 > now.getTime()
}

function sign(secret: Buffer, ...parts: string[]): string {
  return createHmac('sha256', secret).update(JSON.stringify(parts)).digest().subarray(0, 16).toString('base64url')
}

function same(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
