import { join } from 'node:path'
import { openDisk } from '#gateways/files/disk.ts'
import { openDiskRoom } from '#gateways/files/disk-room.ts'
import { openDrafts } from '#gateways/files/drafts.ts'
import type { Files } from '#gateways/files/file-storage.ts'
import { openS3, type S3 } from '#gateways/files/s3.ts'

type Settings = {
  data: string
  s3: S3 | undefined
  /** Room that files leave on the disk, in MB, if not the usual one. */
  disk_reserve_mb?: number | undefined
}

/** File storage: the data folder, or a bucket if one is configured. */
export function openFiles({ data, s3, disk_reserve_mb }: Settings): Files {
  const folder = join(data, 'files')
  const room = openDiskRoom([data, folder, join(data, 'postgres')], disk_reserve_mb)
  const drafts = openDrafts(join(folder, 'drafts'), room)
  const storage = s3 ? openS3(s3, drafts) : openDisk(folder, drafts)
  return {
    put: async (file_key, content) => storage.put(checkKey(file_key), content),
    get: async (file_key, range) => storage.get(checkKey(file_key), range),
    remove: async (file_key) => storage.remove(checkKey(file_key)),
  }
}

/** Keys become paths, so only valid keys may pass. */
function checkKey(file_key: string): string {
  if (/^\d{1,18}\/[0-9a-f]{32}$/.test(file_key)) return file_key
  throw new Error('This is not a valid file key.')
}
