import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Attachment } from '#contract/records/conversation.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

/** A file that lies in storage, as a message will remember it. */
export type StoredFile = Omit<Attachment, 'id' | 'url'> & { file_key: string }

/** A file just stored, as its caller may hand it to an operation: only we can write such a text. */
export function sealUpload(secret: Buffer, account_id: string, file: StoredFile): string {
  const body = Buffer.from(JSON.stringify(file)).toString('base64url')
  return `${body}.${sign(secret, 'upload', account_id, body)}`
}

/** The file a caller hands over, stored by this workspace before. */
export function openUpload(
  { secret, actor }: Pick<Context, 'secret' | 'actor'>,
  token: string,
  field = 'attachments',
): StoredFile {
  const [body = ''] = token.split('.')
  if (!same(token, `${body}.${sign(secret, 'upload', actor.account.id, body)}`)) {
    reject('invalid_value', 'This is not an uploaded file; upload it first and give the token you get.', field)
  }
  return JSON.parse(Buffer.from(body, 'base64url').toString()) as StoredFile
}

const DAY = 86_400

/** Where the file can be opened, for one to two days: the end is a midnight, so that the address stays the same for a day. */
export function fileUrl(
  { base_url, secret, actor, now }: Pick<Context, 'base_url' | 'secret' | 'actor' | 'now'>,
  { id, file_name }: { id: string; file_name: string },
): string {
  const expires = (Math.floor(now.getTime() / 1000 / DAY) + 2) * DAY
  const path = `/files/${actor.account.id}/${id}/${encodeURIComponent(file_name)}`
  return `${base_url}${path}?expires=${expires}&signature=${sign(secret, 'file', actor.account.id, id, String(expires))}`
}

/** Whether an address of `fileUrl` is ours and still good. */
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
