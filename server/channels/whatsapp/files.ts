import { channelCapabilities } from '#contract/channels.ts'
import type { OutboundFile } from '#kernel/connector.ts'

/** Kinds of media messages. */
export type MediaKind = 'image' | 'audio' | 'video' | 'document'

/** The kind a file is sent as; any file of another type or size goes as a document. Undefined if it is too large. */
export function kindOf(file: Pick<OutboundFile, 'file_type' | 'content_type' | 'size_bytes'>): MediaKind | undefined {
  const type = bareType(file.content_type)
  const { files } = channelCapabilities.whatsapp
  const fits = (kind: OutboundFile['file_type']) =>
    files.some(
      (each) =>
        each.type === kind &&
        file.size_bytes <= each.max_bytes &&
        (each.content_types.length === 0 || each.content_types.includes(type)),
    )
  if (file.file_type !== 'file' && fits(file.file_type)) return file.file_type
  return fits('file') ? 'document' : undefined
}

/** Only recordings in Ogg are shown as voice notes. */
export function isVoiceNote(file: Pick<OutboundFile, 'is_voice' | 'content_type'>): boolean {
  return file.is_voice && bareType(file.content_type) === 'audio/ogg'
}

/** The type without parameters such as the codec. */
function bareType(content_type: string): string {
  return content_type.split(';')[0]!.trim().toLowerCase()
}
