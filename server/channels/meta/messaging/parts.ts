import { channelCapabilities } from '#contract/channels.ts'
import type { MessageFailure } from '#contract/records/conversation.ts'
import type { OutboundFile, OutboundMessage } from '#kernel/connector.ts'
import { objects, text } from '#channels/meta/payload.ts'
import { splitText } from './split.ts'

/** One message at Meta. A text with files becomes several. */
export type Part = {
  file?: { file: OutboundFile; type: OutboundFile['file_type'] } | undefined
  /** The message; `payload` is that of its file. */
  build(payload: object | undefined): object
}

export type Objection = { code: MessageFailure['code']; detail: string }

export function isObjection(value: object): value is Objection {
  return 'code' in value
}

const TITLE_LIMIT = 20

/** The parts of a message, in the order they are sent, or the reason it cannot be sent. */
export function partsOf(channel: 'messenger' | 'instagram', message: OutboundMessage): Part[] | Objection {
  const files: Part[] = []
  for (const file of message.files) {
    const type = typeOf(channel, file)
    if (!type)
      return {
        code: 'media_rejected',
        detail: `${names[channel]} does not take “${file.file_name}”: ${limitsOf(channel)}.`,
      }
    files.push({ file: { file, type }, build: (payload) => ({ attachment: { type, payload } }) })
  }
  const replies = message.content_type === 'buttons' ? repliesOf(channel, message) : []
  if (isObjection(replies)) return replies
  const texts = textParts(channel, message.content, replies)
  // Buttons disappear with the next message, so their text comes last.
  const parts = replies.length > 0 ? [...files, ...texts] : [...texts, ...files]
  return parts.length > 0 ? parts : { code: 'rejected', detail: 'The message is empty.' }
}

const names = { messenger: 'Messenger', instagram: 'Instagram' }

function textParts(
  channel: 'messenger' | 'instagram',
  content: string | null,
  quick_replies: readonly object[],
): Part[] {
  const { text_limit, text_unit } = channelCapabilities[channel]
  const pieces = content ? splitText(content, { most: text_limit!, unit: text_unit }) : []
  return pieces.map((piece, index) => {
    const hasReplies = quick_replies.length > 0 && index === pieces.length - 1
    return { build: () => ({ text: piece, ...(hasReplies && { quick_replies }) }) }
  })
}

function repliesOf(
  channel: 'messenger' | 'instagram',
  { content, content_attributes }: OutboundMessage,
): object[] | Objection {
  if (!content) return { code: 'rejected', detail: 'Buttons need a text.' }
  const most = channelCapabilities[channel].buttons
  const items = objects(content_attributes.items)
  if (items.length < 1 || items.length > most)
    return { code: 'rejected', detail: `${names[channel]} takes one to ${most} buttons.` }
  const long = items.map(({ title }) => text(title) ?? '').find((title) => Array.from(title).length > TITLE_LIMIT)
  if (long !== undefined)
    return { code: 'rejected', detail: `A button has at most ${TITLE_LIMIT} characters: shorten “${long}”.` }
  return items.map(({ id, title }) => ({ content_type: 'text', title, payload: id }))
}

/** The type a file is sent as. An image or recording the channel does not show goes as a file where it takes any. */
function typeOf(channel: 'messenger' | 'instagram', file: OutboundFile): OutboundFile['file_type'] | undefined {
  const type = file.content_type.split(';')[0]!.trim().toLowerCase()
  const fits = (kind: OutboundFile['file_type']) =>
    channelCapabilities[channel].files.some(
      (each) =>
        each.type === kind &&
        file.size_bytes <= each.max_bytes &&
        (each.content_types.length === 0 || each.content_types.includes(type)),
    )
  return [file.file_type, 'file' as const].find(fits)
}

function limitsOf(channel: 'messenger' | 'instagram'): string {
  return channel === 'messenger'
    ? 'files have at most 25 MB'
    : 'it takes PNG, JPEG and GIF of 8 MB, and M4A, WAV, MP4, MOV and PDF of 25 MB'
}
