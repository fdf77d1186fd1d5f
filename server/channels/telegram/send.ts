import { channelCapabilities } from '#contract/channels.ts'
import type { OutboundMessage, Recipient, SendResult } from '#kernel/connector.ts'
import { type Answer, type Bot, call, refuse, type Refusal, resultOf } from './api.ts'
import { type Chat, chatKey, messageKey, readChat, readMessage } from './chats.ts'
import { asDocument, buttonsOf, lengthOf, type Part, planParts } from './parts.ts'

const TEXT_LIMIT = channelCapabilities.telegram.text_limit!
const MOST_BUTTON_BYTES = 64
const MOST_UPLOAD_BYTES = 50 * 1024 * 1024

export async function sendMessage(bot: Bot, message: OutboundMessage): Promise<SendResult> {
  const objection = findObjection(message)
  if (objection) return objection

  const sent = [...(message.accepted_ids ?? [])]
  const { recipient, reply_to } = message
  let chat = readChat(currentKey(recipient))
  for (const part of remaining(planParts(message), sent.length)) {
    const attempt = await sendPart(bot, chat, sent.length === 0 ? withReply(part, chat, reply_to) : part)
    if (attempt.answer.outcome !== 'done') return { ...resultOf(attempt.answer), accepted_ids: sent }
    chat = attempt.chat
    sent.push(...idsOf(attempt.answer.result, chat))
  }
  const [external_id, ...other_ids] = sent
  return { outcome: 'accepted', external_id, other_ids, aliases: [keyOf(chat)] }
}

/** A group that became a supergroup has the id of the supergroup, beginning with -100, as an alias. */
function currentKey({ source_id, aliases }: Recipient): string {
  const isOldGroup = /^-(?!100\d{10})/.test(source_id)
  return (isOldGroup && aliases.find((alias) => /^-100\d{10}/.test(alias))) || source_id
}

/** An album has an id for every file. */
function remaining(parts: readonly Part[], accepted: number): readonly Part[] {
  let ids = 0
  return parts.filter(({ files }) => {
    ids += Math.max(1, files.length)
    return ids > accepted
  })
}

function findObjection(message: OutboundMessage): SendResult | undefined {
  const { content, files } = message
  if (lengthOf(content) > TEXT_LIMIT)
    return refuse('rejected', `Telegram accepts at most ${TEXT_LIMIT} characters: shorten the text`)
  const file = files.find(({ size_bytes }) => size_bytes > MOST_UPLOAD_BYTES)
  if (file) return refuse('media_rejected', `Telegram accepts files of at most 50 MB: ${file.file_name} is larger`)
  const buttons = buttonsOf(message)
  const button = buttons.find(({ id }) => Buffer.byteLength(id) > MOST_BUTTON_BYTES)
  if (button) return refuse('rejected', `Telegram accepts button ids of at most 64 bytes: shorten ${button.id}`)
  if (buttons.length > 0 && !content) return refuse('rejected', 'Buttons need a text')
  return planParts(message).length === 0 ? refuse('rejected', 'There is nothing to send') : undefined
}

/** A quoted message that is gone does not stop the answer. Numbers of another chat mean other messages. */
function withReply(part: Part, chat: Chat, reply_to: string | undefined): Part {
  const quoted = reply_to ? readMessage(reply_to) : undefined
  if (quoted?.chat !== keyOf(chat)) return part
  const reply_parameters = { message_id: quoted.message_id, allow_sending_without_reply: true }
  return { ...part, fields: { ...part.fields, reply_parameters } }
}

/** Sends a part, and once more if the reason of a refusal can be avoided. */
async function sendPart(bot: Bot, chat: Chat, part: Part): Promise<{ answer: Answer; chat: Chat }> {
  const answer = await post(bot, chat, part)
  const other = answer.outcome === 'refused' ? avoid(answer, chat, part) : undefined
  return other ? { answer: await post(bot, other.chat, other.part), chat: other.chat } : { answer, chat }
}

function avoid({ description, migrate_to_chat_id }: Refusal, chat: Chat, part: Part) {
  if (migrate_to_chat_id) {
    const fields = { ...part.fields, reply_parameters: undefined }
    return { part: { ...part, fields }, chat: { ...chat, chat_id: migrate_to_chat_id } }
  }
  // The text has no formatting, so it is right as it is.
  if (/can't parse entities/i.test(description)) return { part, chat }
  if (part.method === 'sendPhoto' && /PHOTO_INVALID|PHOTO_SAVE|IMAGE_PROCESS/.test(description))
    return { part: asDocument(part), chat }
  return undefined
}

async function post(bot: Bot, chat: Chat, part: Part): Promise<Answer> {
  if (part.files.length === 0) return call(bot, part.method, { ...chat, ...part.fields })
  const contents = await Promise.all(part.files.map(({ file }) => file.read())).catch(() => undefined)
  if (!contents) return { outcome: 'lost', detail: 'The file could not be read', unsent: true }
  return call(bot, part.method, formOf(chat, part, contents))
}

/** Bytes rather than an address: addresses of stored files are private. */
function formOf(chat: Chat, { method, fields, files }: Part, contents: readonly Buffer[]): FormData {
  const form = new FormData()
  const isAlbum = method === 'sendMediaGroup'
  const { caption, ...others } = fields
  const media = files.map(({ type }, index) => ({ type, media: `attach://file${index}` }))
  const album = media.map((each, index) => (index === 0 && caption ? { ...each, caption } : each))
  for (const [name, value] of Object.entries({ ...chat, ...others, ...(isAlbum ? { media: album } : { caption }) }))
    if (value !== undefined) form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  for (const [index, { type, file }] of files.entries()) {
    const content = new Blob([new Uint8Array(contents[index]!)], { type: file.content_type })
    form.append(isAlbum ? `file${index}` : type, content, file.file_name)
  }
  return form
}

function idsOf(result: unknown, chat: Chat): string[] {
  const messages = [result].flat() as ({ message_id?: unknown } | null)[]
  return messages.flatMap((message) =>
    typeof message?.message_id === 'number' ? [messageKey(keyOf(chat), message.message_id)] : [],
  )
}

function keyOf({ chat_id, business_connection_id }: Chat): string {
  return chatKey(chat_id, business_connection_id)
}
