import { useEffect, useRef, useState } from 'react'
import { type Output, sendFiles } from '#web/api.ts'
import { useAccount } from '#web/session.ts'

export type Uploaded = Output<'upload_attachments'>['attachments'][number]
export type Upload = {
  key: string
  name: string
  size: number
  /** Where a picture can be looked at before it is sent. */
  preview: string | undefined
  part: number
  file?: Uploaded
  error?: unknown
}

export const MOST_FILES = 15

/** Files on their way to the server while the message is still being written. */
export function useUploads() {
  const { id: account_id } = useAccount()
  const [uploads, setUploads] = useState<Upload[]>([])
  const made = useRef(new Set<string>())
  useEffect(() => {
    const addresses = made.current
    return () => addresses.forEach((address) => URL.revokeObjectURL(address))
  }, [])

  const put = (key: string, more: Partial<Upload>) =>
    setUploads((all) => all.map((each) => (each.key === key ? { ...each, ...more } : each)))

  const add = (files: readonly File[]) => {
    const room = files.slice(0, MOST_FILES - uploads.length)
    for (const file of room) {
      const key = crypto.randomUUID()
      const preview = file.type.startsWith('image/') ? URL.createObjectURL(file) : undefined
      if (preview) made.current.add(preview)
      setUploads((all) => [...all, { key, name: file.name, size: file.size, preview, part: 0 }])
      sendFiles(account_id, 'upload_attachments', {} as never, { attachments: [file] }, (part) => put(key, { part }))
        .then(({ attachments: [uploaded] }) => put(key, uploaded ? { part: 1, file: uploaded } : {}))
        .catch((error: unknown) => put(key, { error }))
    }
    return room.length === files.length
  }
  const remove = (key: string) => setUploads((all) => all.filter((each) => each.key !== key))
  const clear = () => setUploads([])

  return { uploads, add, remove, clear, isBusy: uploads.some(({ file, error }) => !file && !error) }
}
