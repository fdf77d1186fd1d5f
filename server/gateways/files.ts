import { join } from 'node:path'
import { openDisk } from '#gateways/files/disk.ts'
import { openDrafts } from '#gateways/files/drafts.ts'
import type { Files } from '#gateways/files/place.ts'
import { openS3, type S3 } from '#gateways/files/s3.ts'

/** The files of messages: in the data folder, or in a bucket where one is configured. */
export function openFiles({ data, s3 }: { data: string; s3: S3 | undefined }): Files {
  const folder = join(data, 'files')
  const drafts = openDrafts(join(folder, 'drafts'))
  const place = s3 ? openS3(s3, drafts) : openDisk(folder, drafts)
  return {
    put: async (file_key, content) => place.put(checked(file_key), content),
    get: async (file_key, range) => place.get(checked(file_key), range),
    remove: async (file_key) => place.remove(checked(file_key)),
  }
}

/** Keys become paths, so nothing but a key may pass. */
function checked(file_key: string): string {
  if (/^\d{1,18}\/[0-9a-f]{32}$/.test(file_key)) return file_key
  throw new Error('This is not the key of a file.')
}
