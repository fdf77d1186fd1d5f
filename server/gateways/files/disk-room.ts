import { statfs } from 'node:fs/promises'

/** Rejects with the code ENOSPC while a disk has less room than must stay free. */
export type DiskRoom = { check(): Promise<void> }

const GIGABYTE = 1024 ** 3
const MEGABYTE = 1024 ** 2
const CACHED_MS = 1_000

/**
 * Watches the disks of these folders, of which some may not exist. The database may share a disk with the files, and
 * stops when it is full, so files leave it some room: by default one gigabyte, or 5 % of a smaller disk.
 */
export function openDiskRoom(folders: readonly string[], reserve_mb: number | undefined): DiskRoom {
  let checked = { at: -Infinity, result: Promise.resolve() }

  const read = async (folder: string): Promise<void> => {
    const disk = await statfs(folder).catch(() => undefined)
    if (!disk) return
    const reserve =
      reserve_mb === undefined ? Math.min(GIGABYTE, disk.blocks * disk.bsize * 0.05) : reserve_mb * MEGABYTE
    if (disk.bavail * disk.bsize < reserve)
      throw Object.assign(new Error(`The disk of ${folder} is nearly full.`), { code: 'ENOSPC' })
  }

  return {
    check: () => {
      const now = performance.now()
      if (now - checked.at > CACHED_MS) {
        const result = Promise.all(folders.map(read)).then(() => {})
        // Handled by those who wait for it, if any still does.
        result.catch(() => {})
        checked = { at: now, result }
      }
      return checked.result
    },
  }
}
