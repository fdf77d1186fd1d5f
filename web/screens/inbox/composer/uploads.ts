import { useEffect, useRef, useState } from 'react'
import { type Output, sendFiles } from '#web/app/api.ts'
import { useAccount } from '#web/app/session.ts'

export type Uploaded = Output<'upload_attachments'>['attachments'][number]
export type Upload = {
  key: string
  name: string
  size: number
  /** Address of an image preview. */
  preview: string | undefined
  progress: number
  file?: Uploaded
  error?: unknown
}

export const MAX_FILES = 15

/** Uploads files while the message is still being written. */
export function useUploads() {
  const { id: account_id } = useAccount()
  const [uploads, setUploads] = useState<Upload[]>([])
  const previews = useRef(new Set<string>())
  useEffect(() => {
    const addresses = previews.current
    return () => addresses.forEach((address) => URL.revokeObjectURL(address))
  }, [])

  const patch = (key: string, more: Partial<Upload>) =>
    setUploads((all) => all.map((each) => (each.key === key ? { ...each, ...more } : each)))

  const add = (files: readonly File[]) => {
    const room = files.slice(0, MAX_FILES - uploads.length)
    for (const file of room) {
      const key = crypto.randomUUID()
      const preview = file.type.startsWith('image/') ? URL.createObjectURL(file) : undefined
      if (preview) previews.current.add(preview)
      setUploads((all) => [...all, { key, name: file.name, size: file.size, preview, progress: 0 }])
      sendFiles(account_id, 'upload_attachments', {} as never, { attachments: [file] }, (progress) =>
        patch(key, { progress }),
      )
        .then(({ attachments: [uploaded] }) => patch(key, uploaded ? { progress: 1, file: uploaded } : {}))
        .catch((error: unknown) => patch(key, { error }))
    }
    return room.length === files.length
  }
  const remove = (key: string) => setUploads((all) => all.filter((each) => each.key !== key))
  const clear = () => setUploads([])
  /** Shows files again that were uploaded before; their previews are gone. */
  const restore = (files: readonly Upload[]) =>
    setUploads((all) => [...files.map((each) => ({ ...each, preview: undefined })), ...all])

  return { uploads, add, remove, clear, restore, isBusy: uploads.some(({ file, error }) => !file && !error) }
}
