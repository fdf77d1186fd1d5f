import { randomBytes } from 'node:crypto'
import { createWriteStream, existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { DiskRoom } from '#gateways/files/disk-room.ts'

const HOUR = 3_600_000

/** Writes content to a temporary file. */
export type Drafts = { write(content: AsyncIterable<Uint8Array>): Promise<string> }

/** A folder for incoming files, while the disk has room. Drafts of a process that died are removed at the next start. */
export function openDrafts(folder: string, room: DiskRoom): Drafts {
  clear(folder)
  return {
    write: async (content) => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const path = join(folder, randomBytes(16).toString('hex'))
      try {
        await pipeline(
          whileThereIsRoom(content, room),
          createWriteStream(path, { mode: 0o600, flags: 'wx', flush: true }),
        )
      } catch (error) {
        await rm(path, { force: true })
        throw error
      }
      return path
    },
  }
}

async function* whileThereIsRoom(content: AsyncIterable<Uint8Array>, room: DiskRoom): AsyncGenerator<Uint8Array> {
  await room.check()
  for await (const piece of content) {
    await room.check()
    yield piece
  }
}

/** Recent ones may belong to another node that shares the folder. */
function clear(folder: string): void {
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? { mtimeMs: Date.now() }
    if (Date.now() - mtimeMs > HOUR) rmSync(path, { force: true })
  }
}
