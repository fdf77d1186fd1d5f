import { parseStorableJson } from '#contract/storable-json.ts'
import type { ChannelEvent, Connection, Person, Referral } from '#kernel/connector.ts'
import { chatKey, messageKey } from './chats.ts'
import { plainText, readContent } from './content.ts'
import {
  type CallbackQuery,
  type Chat,
  type ChatMember,
  type DeletedMessages,
  type Message,
  type MessageReaction,
  Update,
  type User,
} from './updates.ts'

type Context = { update_id: number | undefined; received_at: string }

/** Events of one update. */
export function parseUpdate(body: Buffer, connection: Connection, received_at: string): ChannelEvent[] {
  const json = readJson(body)
  const { data: update } = Update.safeParse(json)
  if (!update) return [ignoreEvent('The body is not an update of Telegram', received_at)]

  const context = { update_id: update.update_id, received_at }
  const message = update.message ?? update.business_message
  const edited = update.edited_message ?? update.edited_business_message
  const migration = message && readMigration(message, context)
  if (migration) return [migration]
  if (isGroup(update) && !connection.settings.groups)
    return [ignoreEvent('Group chats are not enabled for this channel', received_at)]
  if (message) return readMessage(message, context)
  if (edited) return readEdit(edited, context)
  if (update.callback_query) return readTap(update.callback_query, context)
  if (update.my_chat_member) return readMembership(update.my_chat_member, context)
  if (update.message_reaction) return readReaction(update.message_reaction, context)
  if (update.deleted_business_messages) return readDeletions(update.deleted_business_messages, context)
  return [ignoreEvent(`Updates of this type are not used: ${typeOf(json)}`, received_at)]
}

function readMessage(message: Message, context: Context): ChannelEvent[] {
  const { chat, from, business_connection_id } = message
  const occurred_at = moment(message.date, context)
  const content = readContent(message)
  if (!content) return [ignoreEvent('A notice of the chat, not a message', occurred_at)]

  const key = chatKey(chat.id, business_connection_id)
  // In a chat of a business account, everything not written by the customer was written by the business.
  const isEcho = business_connection_id !== undefined && from !== undefined && from.id !== chat.id
  const attributes = { ...content.content_attributes, ...messageAttributes(message) }
  const event = {
    occurred_at,
    external_id: externalId(key, message.message_id, context),
    person: person(chat, key, isEcho ? undefined : from),
    ...content,
    ...(Object.keys(attributes).length > 0 && { content_attributes: attributes }),
    ...(message.reply_to_message && { reply_to: messageKey(key, message.reply_to_message.message_id) }),
  }
  if (isEcho) return [{ ...event, kind: 'echo' }]
  const phone_number = ownPhone(message)
  if (phone_number) event.person.phone_number = phone_number
  return [{ ...event, kind: 'message', referral: readReferral(message.text), group_id: message.media_group_id }]
}

function readEdit(message: Message, context: Context): ChannelEvent[] {
  const occurred_at = moment(message.edit_date ?? message.date, context)
  if (message.location) return [ignoreEvent('A live location moved', occurred_at)]
  const target = messageKey(chatKey(message.chat.id, message.business_connection_id), message.message_id)
  const { text = message.caption, entities = message.caption_entities } = message
  return [{ kind: 'edited', occurred_at, target, content: text === undefined ? null : plainText(text, entities) }]
}

/** A tapped button. Telegram gives neither its time nor a message number. */
function readTap({ id, from, data, message }: CallbackQuery, context: Context): ChannelEvent[] {
  const chat: Chat = message?.chat ?? { ...from, type: 'private' }
  const occurred_at = context.received_at
  if (data === undefined) return [ignoreEvent('A button without data', occurred_at)]
  const key = chatKey(chat.id, message?.business_connection_id)
  const buttons = message?.reply_markup?.inline_keyboard.flat() ?? []
  const title = buttons.find((button) => button.callback_data === data)?.text
  return [
    {
      kind: 'message',
      occurred_at,
      external_id: `callback:${id}`,
      person: person(chat, key, from),
      content: title ?? data,
      content_type: 'choice',
      content_attributes: { id: data, title: title ?? data },
      reply_to: message && messageKey(key, message.message_id),
      acknowledge: id,
    },
  ]
}

function readMembership({ chat, date, new_chat_member }: ChatMember, context: Context): ChannelEvent[] {
  const occurred_at = moment(date, context)
  const reachable = !['kicked', 'left'].includes(new_chat_member.status)
  return [{ kind: 'reachability', occurred_at, person: person(chat, chatKey(chat.id)), reachable }]
}

function readReaction({ chat, message_id, date, new_reaction }: MessageReaction, context: Context): ChannelEvent[] {
  const occurred_at = moment(date, context)
  const key = chatKey(chat.id)
  // Custom emoji have no character, so they count as none.
  const emoji = new_reaction.find((reaction) => reaction.emoji)?.emoji ?? null
  return [{ kind: 'reaction', occurred_at, target: messageKey(key, message_id), person: person(chat, key), emoji }]
}

function readDeletions(deleted: DeletedMessages, { received_at }: Context): ChannelEvent[] {
  const key = chatKey(deleted.chat.id, deleted.business_connection_id)
  return deleted.message_ids.map((id) => ({
    kind: 'deleted',
    occurred_at: received_at,
    target: messageKey(key, id),
  }))
}

/** A group that became a supergroup has a new id; both chats announce it. */
function readMigration(message: Message, context: Context): ChannelEvent | undefined {
  const { chat, date, migrate_to_chat_id, migrate_from_chat_id } = message
  const [from, to] = migrate_to_chat_id ? [chat.id, migrate_to_chat_id] : [migrate_from_chat_id, chat.id]
  if (!from) return undefined
  const occurred_at = moment(date, context)
  return { kind: 'identity', occurred_at, person: person(chat, chatKey(to)), previous: [chatKey(from)] }
}

/** The number of the person who wrote, if they shared their own; other contact cards are about somebody else. */
function ownPhone({ contact, from, chat }: Message): string | undefined {
  if (!contact || contact.user_id === undefined || contact.user_id !== from?.id || !isPrivate(chat)) return undefined
  return /^\d+$/.test(contact.phone_number) ? `+${contact.phone_number}` : contact.phone_number
}

/** Links such as `t.me/bot?start=spring` begin the chat with `/start spring`. */
function readReferral(text = ''): Referral | undefined {
  const ref = /^\/start(?:@\w+)? +([\w-]{1,64})\s*$/.exec(text)?.[1]
  return ref ? { source: 'link', type: 'link', ref } : undefined
}

function messageAttributes(message: Message): Record<string, unknown> {
  const { from, chat } = message
  return {
    ...(message.forward_origin !== undefined && { forwarded: true }),
    ...(from && !isPrivate(chat) && { sender: { id: String(from.id), name: nameOf(from) } }),
  }
}

function person(chat: Chat, source_id: string, from?: User): Person {
  const named = isPrivate(chat) && !nameOf(chat) && from ? from : chat
  return {
    source_id,
    name: chat.title ?? nameOf(named),
    username: chat.username ?? (isPrivate(chat) ? from?.username : undefined),
  }
}

function nameOf({ first_name, last_name }: Chat | User): string | undefined {
  return [first_name, last_name].filter(Boolean).join(' ') || undefined
}

/** Ephemeral and scheduled messages all have the number 0. */
function externalId(chat: string, message_id: number, { update_id }: Context): string {
  return message_id === 0 ? `${chat}:update:${update_id}` : messageKey(chat, message_id)
}

function isPrivate({ id, type }: Chat): boolean {
  return type === undefined ? id > 0 : type === 'private'
}

function isGroup(update: Update): boolean {
  const { message, edited_message, callback_query, my_chat_member, message_reaction } = update
  const at = message ?? edited_message ?? callback_query?.message ?? my_chat_member ?? message_reaction
  return at !== undefined && !isPrivate(at.chat)
}

function moment(seconds: number | undefined, { received_at }: Context): string {
  return seconds ? new Date(seconds * 1000).toISOString() : received_at
}

function ignoreEvent(reason: string, occurred_at: string): ChannelEvent {
  return { kind: 'ignored', occurred_at, reason }
}

function typeOf(json: object): string {
  return (Object.keys(json).find((name) => name !== 'update_id') ?? 'none').slice(0, 100)
}

function readJson(body: Buffer): object {
  try {
    return parseStorableJson(body) as object
  } catch {
    return []
  }
}
