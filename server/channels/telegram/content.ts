import type { EventContent, MediaReference } from '#kernel/connector.ts'
import type { Entity, File, Message, Sticker } from './updates.ts'

/** Bots cannot download larger files. */
export const MOST_DOWNLOAD_BYTES = 20 * 1024 * 1024

/** A message's content, or undefined for a notice of the chat itself, such as a new title or a pinned message. */
export function readContent(message: Message): EventContent | undefined {
  const place = message.venue?.location ?? message.location
  if (place) {
    const { title = null, address = null } = message.venue ?? {}
    return toTypedContent('location', { ...place, name: title, address })
  }
  if (message.contact) return toTypedContent('contacts', { contacts: [contactCard(message.contact)] })

  const attachment = readAttachment(message)
  if (attachment) return { content: caption(message), attachments: [attachment] }
  if (message.text !== undefined) return { content: plainText(message.text, message.entities) }

  const fields = Object.keys(message).filter((name) => message[name] !== undefined && !properties.has(name))
  if (fields.some((name) => notices.has(name))) return undefined
  return toTypedContent('unsupported', { type: fields[0] ?? 'unknown' })
}

/** The text as a person reads it: addresses hidden behind words are written out. Offsets are UTF-16 units. */
export function plainText(text: string, entities: readonly Entity[] = []): string {
  return entities
    .filter(({ type, url, offset, length }) => type === 'text_link' && url && offset >= 0 && length > 0)
    .toSorted((a, b) => b.offset - a.offset)
    .reduce((written, { offset, length, url }) => {
      const end = offset + length
      if (end > text.length || text.slice(offset, end) === url) return written
      return `${written.slice(0, end)} (${url})${written.slice(end)}`
    }, text)
}

function toTypedContent(content_type: string, content_attributes: Record<string, unknown>): EventContent {
  return { content: null, content_type, content_attributes }
}

function contactCard({ phone_number, first_name, last_name }: NonNullable<Message['contact']>) {
  return { name: [first_name, last_name].filter(Boolean).join(' '), phones: [phone_number], emails: [] }
}

function caption(message: Message): string | null {
  if (message.caption !== undefined) return plainText(message.caption, message.caption_entities)
  // Browsers cannot show animated stickers.
  return (message.sticker?.is_animated && message.sticker.emoji) || null
}

function readAttachment(message: Message): MediaReference | undefined {
  const { animation, voice, video, video_note, audio, sticker, document } = message
  const photo = message.photo?.toSorted((a, b) => area(b) - area(a))[0]
  if (photo) return reference(photo, 'image', 'image/jpeg')
  // Comes with a document that is the same file.
  if (animation) return reference(animation, animation.mime_type?.startsWith('image/') ? 'image' : 'video', 'video/mp4')
  if (video ?? video_note) return reference((video ?? video_note)!, 'video', 'video/mp4')
  if (voice) return { ...reference(voice, 'audio', 'audio/ogg'), is_voice: true }
  if (audio) return reference(audio, 'audio', 'audio/mpeg')
  if (sticker) return stickerReference(sticker)
  return document && reference(document, 'file', undefined)
}

function area({ width = 0, height = 0 }: File): number {
  return width * height
}

function stickerReference(sticker: Sticker): MediaReference {
  if (sticker.is_animated) return reference(sticker, 'file', 'application/x-tgsticker')
  return sticker.is_video ? reference(sticker, 'video', 'video/webm') : reference(sticker, 'image', 'image/webp')
}

function reference(file: File, file_type: MediaReference['file_type'], usual: string | undefined): MediaReference {
  const { file_id, file_name, mime_type, file_size, duration } = file
  return {
    id: file_id,
    file_type,
    file_name,
    content_type: mime_type ?? usual,
    size_bytes: file_size,
    duration_seconds: duration,
    ...(file_size !== undefined && file_size > MOST_DOWNLOAD_BYTES && { is_too_large: true }),
  }
}

const words = (text: string) => new Set(text.split(/\s+/))

/** Fields about a message rather than its content. */
const properties = words(`message_id message_thread_id direct_messages_topic from sender_chat sender_boost_count
  sender_business_bot sender_tag date business_connection_id guest_query_id chat forward_origin is_topic_message
  is_automatic_forward reply_to_message external_reply quote reply_to_story reply_to_checklist_task_id via_bot edit_date
  has_protected_content is_from_offline is_paid_post media_group_id author_signature paid_star_count entities
  link_preview_options suggested_post_info effect_id caption caption_entities show_caption_above_media has_media_spoiler
  reply_markup`)

const notices =
  words(`new_chat_members left_chat_member chat_owner_left chat_owner_changed new_chat_title new_chat_photo
  delete_chat_photo group_chat_created supergroup_chat_created channel_chat_created message_auto_delete_timer_changed
  migrate_to_chat_id migrate_from_chat_id pinned_message users_shared chat_shared connected_website
  write_access_allowed proximity_alert_triggered boost_added chat_background_set checklist_tasks_done
  checklist_tasks_added direct_message_price_changed forum_topic_created forum_topic_edited forum_topic_closed
  forum_topic_reopened general_forum_topic_hidden general_forum_topic_unhidden giveaway_created giveaway_completed
  managed_bot_created paid_message_price_changed poll_option_added poll_option_deleted suggested_post_approved
  suggested_post_approval_failed suggested_post_declined suggested_post_paid suggested_post_refunded
  video_chat_scheduled video_chat_started video_chat_ended video_chat_participants_invited`)
