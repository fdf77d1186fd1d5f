import type { Unsent } from '#widget/protocol.ts'

/** The request body of a message: a form when it has files. */
export function toBody({ client_id, content, files, page_url, reply_to, choice }: Unsent, locale: string): object {
  const fields = {
    client_id,
    ...(content && { content }),
    ...(page_url && { page_url }),
    ...(reply_to && { reply_to: reply_to.id }),
    ...(choice !== undefined && { choice }),
    locale,
  }
  if (files.length === 0) return fields
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (const file of files) form.append('attachments', file, file.name)
  return form
}
