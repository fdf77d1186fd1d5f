import { z } from 'zod'

/**
 * The parts of the Bot API's updates that are used. Optional fields of another type than documented are treated as
 * absent, so that an invalid field doesn't lose the message.
 */
const maybe = <T extends z.ZodType>(type: T) => type.optional().catch(undefined)

const id = z.int()
/** Up to the year 9999. */
const seconds = z.int().min(0).max(253_402_300_799)
const amount = z.number().min(0)

export const User = z.object({
  id,
  first_name: maybe(z.string()),
  last_name: maybe(z.string()),
  username: maybe(z.string()),
})
export type User = z.output<typeof User>

const Chat = z.object({
  id,
  type: maybe(z.string()),
  title: maybe(z.string()),
  first_name: maybe(z.string()),
  last_name: maybe(z.string()),
  username: maybe(z.string()),
})
export type Chat = z.output<typeof Chat>

const Entity = z.object({ type: z.string(), offset: id, length: id, url: maybe(z.string()) })
export type Entity = z.output<typeof Entity>

const File = z.object({
  file_id: z.string().min(1),
  file_name: maybe(z.string()),
  mime_type: maybe(z.string()),
  file_size: maybe(amount),
  duration: maybe(amount),
  width: maybe(amount),
  height: maybe(amount),
})
export type File = z.output<typeof File>

const Sticker = File.extend({
  emoji: maybe(z.string()),
  is_animated: maybe(z.boolean()),
  is_video: maybe(z.boolean()),
})
export type Sticker = z.output<typeof Sticker>

const Location = z.object({ latitude: z.number(), longitude: z.number() })

const Contact = z.object({
  phone_number: z.string(),
  first_name: maybe(z.string()),
  last_name: maybe(z.string()),
  user_id: maybe(id),
})
export type Contact = z.output<typeof Contact>

/** Loose, because the names of unknown fields tell an unsupported message. */
export const Message = z.looseObject({
  message_id: id,
  chat: Chat,
  from: maybe(User),
  date: maybe(seconds),
  edit_date: maybe(seconds),
  business_connection_id: maybe(z.string().min(1)),
  media_group_id: maybe(z.string()),
  reply_to_message: maybe(z.object({ message_id: id })),
  text: maybe(z.string()),
  entities: maybe(z.array(Entity)),
  caption: maybe(z.string()),
  caption_entities: maybe(z.array(Entity)),
  photo: maybe(z.array(File)),
  video: maybe(File),
  video_note: maybe(File),
  voice: maybe(File),
  audio: maybe(File),
  document: maybe(File),
  animation: maybe(File),
  sticker: maybe(Sticker),
  location: maybe(Location),
  venue: maybe(z.object({ location: Location, title: maybe(z.string()), address: maybe(z.string()) })),
  contact: maybe(Contact),
  migrate_to_chat_id: maybe(id),
  migrate_from_chat_id: maybe(id),
})
export type Message = z.output<typeof Message>

const Button = z.object({ text: z.string(), callback_data: maybe(z.string()) })

export const CallbackQuery = z.object({
  id: z.string().min(1),
  from: User,
  data: maybe(z.string()),
  message: maybe(
    z.object({
      message_id: id,
      chat: Chat,
      business_connection_id: maybe(z.string().min(1)),
      reply_markup: maybe(z.object({ inline_keyboard: z.array(z.array(Button)) })),
    }),
  ),
})
export type CallbackQuery = z.output<typeof CallbackQuery>

export const ChatMember = z.object({
  chat: Chat,
  date: maybe(seconds),
  new_chat_member: z.object({ status: z.string() }),
})
export type ChatMember = z.output<typeof ChatMember>

export const MessageReaction = z.object({
  chat: Chat,
  message_id: id,
  date: maybe(seconds),
  new_reaction: z.array(z.object({ type: z.string(), emoji: maybe(z.string()) })),
})
export type MessageReaction = z.output<typeof MessageReaction>

export const DeletedMessages = z.object({
  business_connection_id: z.string().min(1),
  chat: Chat,
  message_ids: z.array(id),
})
export type DeletedMessages = z.output<typeof DeletedMessages>

/** Exactly one field besides the id is set. */
export const Update = z.object({
  update_id: maybe(id),
  message: maybe(Message),
  edited_message: maybe(Message),
  callback_query: maybe(CallbackQuery),
  my_chat_member: maybe(ChatMember),
  message_reaction: maybe(MessageReaction),
  business_message: maybe(Message),
  edited_business_message: maybe(Message),
  deleted_business_messages: maybe(DeletedMessages),
})
export type Update = z.output<typeof Update>

/** Sent to Telegram, which leaves reactions and others out by default. */
export const allowed_updates = [
  ...Object.keys(Update.shape).filter((name) => name !== 'update_id'),
  'business_connection',
]
