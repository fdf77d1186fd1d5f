import type { Unsent } from '#widget/protocol.ts'

/** The message as it is sent: as a form when files go with it. */
export function toBody({ client_id, content, files, page_url }: Unsent, locale: string): object {
  const fields = { client_id, ...(content && { content }), ...(page_url && { page_url }), locale }
  if (files.length === 0) return fields
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (const file of files) form.append('attachments', file, file.name)
  return form
}
