import type { Readable } from 'node:stream'

/** Positions of the first and the last byte, from zero. */
export type Range = { first: number; last: number }

/** Stores files. A key is `<account_id>/<32 hex digits>`. */
export type Files = {
  /** Stores the whole content, or nothing. */
  put(file_key: string, content: AsyncIterable<Uint8Array>): Promise<void>
  /** The content or the requested range, with the total size. */
  get(file_key: string, range?: Range): Promise<{ stream: Readable; size: number } | undefined>
  /** Removes the file; a missing one is ignored. */
  remove(file_key: string): Promise<void>
}
