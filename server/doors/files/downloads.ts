import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { findAvatar, findFile } from '#domains/access/public/files.ts'
import { attempt } from '#doors/attempt.ts'
import { Problem, reject } from '#kernel/problem.ts'
import type { Runtime } from '#kernel/runtime.ts'
import { isGoodFileUrl, type StoredFile } from '#kernel/uploads.ts'

export type Range = { first: number; last: number }

/** The part of the file storage that downloads need. */
export type Storage = {
  get(file_key: string, range?: Range): Promise<{ stream: Readable; size: number } | undefined>
}

type FileUrl = { account_id: string; file_id: string; expires: string; signature: string }

/** The file of a signed URL. Every fault of a URL gets the same answer, so that nobody can probe which files exist. */
export async function findDownload({ database, secret }: Runtime, request: FastifyRequest): Promise<StoredFile> {
  const { account_id, file_id: id, expires, signature } = request.params as FileUrl
  const contact_id = /^contact-(\d{1,18})$/.exec(id)?.[1]
  if (contact_id && expires === 'avatar' && /^\d{1,18}$/.test(account_id) && /^[0-9a-f]{32}$/.test(signature))
    return (await attempt(database, () => findAvatar(database.sql, account_id, contact_id, signature))) ?? rejectUrl()
  const isId = /^\d{1,18}$/.test(account_id) && /^(property-)?\d{1,18}$/.test(id)
  if (!isId || !isGoodFileUrl(secret, { account_id, id, expires, signature }, new Date())) return rejectUrl()
  return (await attempt(database, () => findFile(database.sql, account_id, id))) ?? rejectUrl()
}

export async function openDownload(
  { log }: Runtime,
  storage: Storage,
  file: StoredFile,
  range: Range | undefined,
): Promise<Readable> {
  const found = await storage.get(file.file_key, range).catch((error: unknown) => {
    log.error({ err: error }, 'file could not be read from storage')
    throw new Problem('unavailable', 'The file cannot be read at the moment; retry shortly.', { retry_after: 5 })
  })
  // A file of another size is damaged, and is treated as missing.
  if (found?.size === file.size_bytes) return found.stream
  found?.stream.destroy()
  return rejectUrl()
}

function rejectUrl(): never {
  reject('not_found', 'There is no such file, or its URL has expired; read the message again for a new URL.')
}

/** One range, as media players request it. Several ranges, or a malformed one, are answered with the whole file. */
export function readRange({ headers }: FastifyRequest, size: number): Range | 'outside' | undefined {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? '') ?? []
  if ((!from && !to) || headers['if-range']) return undefined
  const first = from ? Number(from) : Math.max(0, size - Number(to))
  const last = from && to ? Math.min(Number(to), size - 1) : size - 1
  if (from && to && Number(to) < first) return undefined
  return first <= last ? { first, last } : 'outside'
}
