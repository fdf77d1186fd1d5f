import { createHash, type Hash, randomBytes } from 'node:crypto'
import { HEAD_BYTES, kindOf, plainName } from '#doors/files/kind.ts'
import type { Part } from '#doors/files/form.ts'
import { Problem, reject } from '#kernel/problem.ts'
import type { Runtime } from '#kernel/runtime.ts'
import { sealUpload } from '#kernel/uploads.ts'

const MEGABYTE = 1024 * 1024

/** Where files are put. */
export type Storage = {
  put(file_key: string, content: AsyncIterable<Uint8Array>): Promise<void>
  remove(file_key: string): Promise<void>
}

/** A stored file: the token its sender gets, and what it is whenever it is sent again. */
export type Upload = { token: string; print: string }

export type Store = { file(part: Part): Promise<Upload>; discard(): Promise<void> }

/** Stores the files of one request for a workspace, and can remove them all again. */
export function openStore({ secret, log }: Runtime, storage: Storage, account_id: string, megabytes: number): Store {
  const keys: string[] = []
  return {
    file: async (part) => {
      const file_key = `${account_id}/${randomBytes(16).toString('hex')}`
      keys.push(file_key)
      const file_name = plainName(part.file_name ?? '')
      const seen: Seen = { head: Buffer.alloc(0), hash: createHash('sha256'), size_bytes: 0 }
      const content = watched(part.content, seen, () => {
        if (seen.size_bytes > megabytes * MEGABYTE)
          reject('payload_too_large', `${file_name} is larger than ${megabytes} MB.`, part.name.replace('[]', ''))
      })
      await storage.put(file_key, content).catch((error: unknown) => {
        if (error instanceof Problem) throw error
        log.error({ err: error }, 'a file could not be stored')
        throw new Problem('unavailable', 'The file could not be stored; retry shortly.', { retry_after: 5 })
      })
      const kind = await kindOf(seen.head, { type: part.type, file_name })
      const file = { file_name, ...kind, size_bytes: seen.size_bytes }
      const print = JSON.stringify([file, seen.hash.digest('hex')])
      return { token: sealUpload(secret, account_id, { ...file, file_key }), print }
    },

    discard: async () => {
      const removed = await Promise.allSettled(keys.map((file_key) => storage.remove(file_key)))
      for (const each of removed)
        if (each.status === 'rejected') log.warn({ err: each.reason }, 'a file nobody needs was not removed')
    },
  }
}

type Seen = { head: Buffer; hash: Hash; size_bytes: number }

/** Passes a file on, and notes what it is. */
async function* watched(content: AsyncIterable<Buffer>, seen: Seen, check: () => void): AsyncGenerator<Buffer> {
  for await (const piece of content) {
    seen.size_bytes += piece.length
    check()
    seen.hash.update(piece)
    if (seen.head.length < HEAD_BYTES) seen.head = Buffer.concat([seen.head, piece]).subarray(0, HEAD_BYTES)
    yield piece
  }
}
