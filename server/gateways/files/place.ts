import type { Readable } from 'node:stream'

/** From the first byte to the last, both counted from zero. */
export type Range = { first: number; last: number }

/** Where the files of messages lie. A key is `<account_id>/<32 hex digits>`. */
export type Files = {
  /** Keeps the whole content, or nothing of it. */
  put(file_key: string, content: AsyncIterable<Uint8Array>): Promise<void>
  /** The content, or the range asked for, and the size of the whole. */
  get(file_key: string, range?: Range): Promise<{ stream: Readable; size: number } | undefined>
  /** Removes it; what is not there is fine. */
  remove(file_key: string): Promise<void>
}
