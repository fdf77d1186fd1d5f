import { createHash, type Hash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { attempt } from '#doors/attempt.ts'
import { HEAD_BYTES, detectKind, sanitiseName } from '#doors/files/kind.ts'
import type { Part } from '#doors/files/multipart.ts'
import { Problem, reject } from '#kernel/problem.ts'
import type { Runtime } from '#kernel/runtime.ts'
import { forgetUploads, recordUpload, sealUpload, type StoredFile } from '#kernel/uploads.ts'

const MEGABYTE = 1024 * 1024

/** The part of the file storage that uploads need. */
export type Storage = {
  put(file_key: string, content: AsyncIterable<Uint8Array>): Promise<void>
  remove(file_key: string): Promise<void>
}

/** A stored file: its upload token, and a fingerprint that is the same whenever the same file is sent again. */
export type Upload = { token: string; fingerprint: string }

export type UploadStore = { put(part: Part): Promise<Upload>; discard(): Promise<void> }

/** Stores the files of one request, and can remove them all again. */
export function openUploadStore(
  { secret, log, database }: Runtime,
  storage: Storage,
  account_id: string,
  max_mb: number,
): UploadStore {
  const keys: string[] = []
  return {
    put: async (part) => {
      const file_key = `${account_id}/${randomBytes(16).toString('hex')}`
      keys.push(file_key)
      await attempt(database, () => recordUpload(database.sql, account_id, file_key))
      const file_name = sanitiseName(part.file_name ?? '')
      const digest: Digest = { head: Buffer.alloc(0), hash: createHash('sha256'), size_bytes: 0 }
      const content = digested(part.content, digest, () => {
        if (digest.size_bytes > max_mb * MEGABYTE)
          reject('payload_too_large', `${file_name} is larger than ${max_mb} MB.`, part.name.replace('[]', ''))
      })
      await storage.put(file_key, content).catch((error: unknown) => {
        if (error instanceof Problem) throw error
        if ((error as NodeJS.ErrnoException).code === 'ENOSPC') throw noRoom()
        log.error({ err: error }, 'upload could not be stored')
        throw new Problem('unavailable', 'The file could not be stored; retry shortly.', { retry_after: 5 })
      })
      const kind = await detectKind(digest.head, { type: part.type, file_name })
      const file = { file_name, ...kind, size_bytes: digest.size_bytes }
      const fingerprint = JSON.stringify([file, digest.hash.digest('hex')])
      return { token: sealUpload(secret, account_id, { ...file, file_key }), fingerprint }
    },

    discard: async () => {
      const removals = await Promise.allSettled(keys.map((file_key) => storage.remove(file_key)))
      for (const removal of removals)
        if (removal.status === 'rejected') log.warn({ err: removal.reason }, 'discarded upload could not be removed')
      // Files that could not be removed stay recorded, and are removed later.
      const removed = keys.filter((_key, i) => removals[i]!.status === 'fulfilled')
      await forgetUploads(database.sql, account_id, removed).catch((err) => log.warn({ err }, 'upload not forgotten'))
    },
  }
}

function noRoom(): Problem {
  const detail = 'There is no room for more files on this server; ask its operator to add some, and upload again later.'
  return new Problem('insufficient_storage', detail)
}

/** Stores bytes that did not come through a request, such as a file of a channel. */
export async function storeBytes(
  storage: Storage,
  account_id: string,
  bytes: Buffer,
  declared: { file_name: string; type: string },
): Promise<StoredFile> {
  const file_key = `${account_id}/${randomBytes(16).toString('hex')}`
  const file_name = sanitiseName(declared.file_name)
  const kind = await detectKind(bytes.subarray(0, HEAD_BYTES), { type: declared.type, file_name })
  await storage.put(file_key, Readable.from([bytes]))
  return { file_key, file_name, ...kind, size_bytes: bytes.length }
}

const PICTURES = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp'])

/** Stores a picture; undefined if the bytes are none. */
export async function storePicture(
  storage: Storage,
  account_id: string,
  bytes: Buffer,
  file_name: string,
): Promise<StoredFile | undefined> {
  const { content_type: type } = await detectKind(bytes.subarray(0, HEAD_BYTES), { type: '', file_name })
  return PICTURES.has(type) ? storeBytes(storage, account_id, bytes, { file_name, type }) : undefined
}

type Digest = { head: Buffer; hash: Hash; size_bytes: number }

/** Passes a file through while recording its size, hash and first bytes. */
async function* digested(content: AsyncIterable<Buffer>, digest: Digest, check: () => void): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    digest.size_bytes += chunk.length
    check()
    digest.hash.update(chunk)
    if (digest.head.length < HEAD_BYTES) digest.head = Buffer.concat([digest.head, chunk]).subarray(0, HEAD_BYTES)
    yield chunk
  }
}
