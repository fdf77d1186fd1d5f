import type { OutboundFile, OutboundMessage } from '#kernel/connector.ts'

/** One call that sends something. A message becomes several where Telegram has no single one for it. */
export type Part = {
  method: string
  fields: Record<string, unknown>
  /** More than one make an album. */
  files: readonly PartFile[]
}
type PartFile = { type: FileType; file: OutboundFile }
type FileType = keyof typeof methods

const methods = {
  photo: 'sendPhoto',
  video: 'sendVideo',
  animation: 'sendAnimation',
  voice: 'sendVoice',
  audio: 'sendAudio',
  document: 'sendDocument',
}

const MEGABYTE = 1024 * 1024
const MOST_PHOTO_BYTES = 10 * MEGABYTE
const CAPTION_LIMIT = 1024
const ALBUM_LIMIT = 10

/** Files come first: they are the likeliest to be refused, and then nothing has been sent yet. */
export function planParts(message: OutboundMessage): Part[] {
  const { content } = message
  const parts = [...fileParts(message.files), ...locationParts(message), ...contactParts(message)]
  const markup = keyboard(message)
  const [first, ...others] = parts
  const canCaption = first !== undefined && first.files.length > 0 && lengthOf(content) <= CAPTION_LIMIT
  // An album cannot have buttons.
  const isButtonHolder = others.length === 0 && first?.files.length === 1
  if (content && canCaption && (!markup || isButtonHolder)) first.fields.caption = content
  else if (content) parts.push({ method: 'sendMessage', fields: { text: content }, files: [] })

  const last = parts.at(-1)
  if (markup && last) last.fields.reply_markup = markup
  return parts
}

export function asDocument({ fields, files }: Part): Part {
  return { method: methods.document, fields, files: files.map(({ file }) => ({ file, type: 'document' })) }
}

/** Characters as Telegram counts them. */
export function lengthOf(text: string | null): number {
  return Array.from(text ?? '').length
}

type Button = { id: string; title: string }

export function buttonsOf({ content_type, content_attributes }: OutboundMessage): Button[] {
  return content_type === 'buttons' ? ((content_attributes.items ?? []) as Button[]) : []
}

function fileParts(files: readonly OutboundFile[]): Part[] {
  const groups: PartFile[][] = []
  for (const each of files.map((file) => ({ file, type: fileType(file) }))) {
    const group = groups.at(-1)
    if (group && group.length < ALBUM_LIMIT && canShareAlbum(group[0]!.type, each.type)) group.push(each)
    else groups.push([each])
  }
  return groups.map((group) => ({
    method: group.length > 1 ? 'sendMediaGroup' : methods[group[0]!.type],
    fields: {},
    files: group,
  }))
}

function fileType({ file_type, content_type, size_bytes, is_voice }: OutboundFile): FileType {
  if (content_type === 'image/gif') return 'animation'
  if (/^image\/(jpeg|png|webp)$/.test(content_type))
    return file_type === 'image' && size_bytes <= MOST_PHOTO_BYTES ? 'photo' : 'document'
  if (content_type === 'video/mp4') return 'video'
  if (is_voice && /^audio\/(ogg|mpeg|mp4|x-m4a)\b/.test(content_type)) return 'voice'
  return /^audio\/(mpeg|mp4|x-m4a)\b/.test(content_type) ? 'audio' : 'document'
}

/** Photos and videos mix; audio and documents stay among themselves. */
function canShareAlbum(a: FileType, b: FileType): boolean {
  const isSeen = (type: FileType) => type === 'photo' || type === 'video'
  return (isSeen(a) && isSeen(b)) || (a === b && (a === 'audio' || a === 'document'))
}

function keyboard(message: OutboundMessage) {
  const rows = buttonsOf(message).map(({ id, title }) => [{ text: title, callback_data: id }])
  return rows.length > 0 ? { inline_keyboard: rows } : undefined
}

function locationParts({ content_type, content_attributes }: OutboundMessage): Part[] {
  if (content_type !== 'location') return []
  const { latitude, longitude, name, address } = content_attributes
  return name && address
    ? [{ method: 'sendVenue', fields: { latitude, longitude, title: name, address }, files: [] }]
    : [{ method: 'sendLocation', fields: { latitude, longitude }, files: [] }]
}

function contactParts({ content_type, content_attributes }: OutboundMessage): Part[] {
  if (content_type !== 'contacts') return []
  return ((content_attributes.contacts ?? []) as { name: string; phones: string[] }[]).map(({ name, phones }) => ({
    method: 'sendContact',
    fields: { phone_number: phones[0], first_name: name },
    files: [],
  }))
}
