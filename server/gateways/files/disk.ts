import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Drafts } from '#gateways/files/drafts.ts'
import type { Files } from './file-storage.ts'

/** Files in a folder, which several machines may share. */
export function openDisk(folder: string, drafts: Drafts): Files {
  const pathOf = (file_key: string) => {
    const [account_id, name] = file_key.split('/') as [string, string]
    return join(folder, account_id, name.slice(0, 2), name.slice(2))
  }

  return {
    put: async (file_key, content) => {
      const path = pathOf(file_key)
      const draft = await drafts.write(content)
      try {
        const made = await mkdir(dirname(path), { recursive: true, mode: 0o700 })
        await rename(draft, path)
        const above = made ? [dirname(dirname(path)), folder, dirname(folder)] : []
        await Promise.all([dirname(path), ...above].map(settle))
      } catch (error) {
        await Promise.all([draft, path].map((each) => rm(each, { force: true })))
        throw error
      }
    },

    get: async (file_key, range) => {
      const file = await open(pathOf(file_key)).catch(ignoreMissing)
      if (!file) return undefined
      const { size } = await file.stat()
      const stream = file.createReadStream(range ? { start: range.first, end: range.last } : {})
      return { stream, size }
    },

    remove: (file_key) => rm(pathOf(file_key), { force: true }),
  }
}

/** A file name survives a power cut only once its folder, and each new folder above, was written to disk. */
async function settle(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
