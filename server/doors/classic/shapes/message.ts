import { extname } from 'node:path'
import type { Account } from '#contract/records/access.ts'
import type { Contact } from '#contract/records/contact.ts'
import type { Attachment, Conversation, Message, MessageAuthor } from '#contract/records/conversation.ts'
import type { Agent } from '#contract/records/people.ts'
import { classicContent } from '#doors/classic/shapes/content.ts'
import { contactSender } from '#doors/classic/shapes/contact.ts'
import { seconds } from '#doors/classic/shapes/timestamps.ts'
import { classicBot, classicUser } from '#doors/classic/shapes/people.ts'

/** The possible authors of messages, by id. */
export type Authors = {
  account: Account
  contacts: ReadonlyMap<string, Contact>
  agents: ReadonlyMap<string, Agent>
}

/** A message as classic clients know it. */
export function classicMessage(message: Message, inbox_id: string, authors: Authors) {
  return {
    id: Number(message.id),
    content: contentOf(message, authors.account),
    inbox_id: Number(inbox_id),
    conversation_id: Number(message.conversation_id),
    message_type: messageType(message),
    ...classicContent(message),
    status: message.status,
    created_at: seconds(message.created_at),
    private: isNote(message),
    source_id: message.external_id,
    sender: senderOf(message.author, authors),
    ...attachmentsOf(message, authors.account),
  }
}

/** A message inside a conversation, with every field classic clients know. */
export function embeddedMessage(message: Message, conversation: Conversation, authors: Authors) {
  const { assignee, unread_count, last_activity_at, source_id, inbox } = conversation
  const shown = classicMessage(message, inbox.id, authors)
  return {
    ...shown,
    account_id: Number(authors.account.id),
    updated_at: message.updated_at,
    sender_type: senderTypes[message.author.type],
    sender_id: shown.sender.id,
    external_source_ids: {},
    additional_attributes: {},
    processed_message_content: shown.content,
    sentiment: {},
    conversation: {
      assignee_id: assignee && Number(assignee.id),
      unread_count,
      last_activity_at: seconds(last_activity_at),
      contact_inbox: { source_id },
    },
  }
}

/** 0 is from the customer, 1 is to the customer, 2 is an activity, such as a missed call. */
export function messageType({ direction, content_type }: Pick<Message, 'direction' | 'content_type'>): 0 | 1 | 2 {
  if (content_type === 'activity') return 2
  return direction === 'incoming' ? 0 : 1
}

/** Whether a message is an internal note; for classic clients an activity is none. */
export function isNote({ private: isPrivate, content_type }: Pick<Message, 'private' | 'content_type'>): boolean {
  return isPrivate && content_type !== 'activity'
}

/** The text, or a notice when the message was deleted. */
export function contentOf({ content, deleted }: Pick<Message, 'content' | 'deleted'>, { locale }: Account) {
  if (!deleted) return content
  return locale === 'en' ? 'This message was deleted' : 'Este mensaje fue eliminado'
}

const senderTypes: Record<MessageAuthor['type'], string> = {
  contact: 'Contact',
  agent: 'User',
  api: 'User',
  ai_agent: 'AgentBot',
  automation: 'AgentBot',
  campaign: 'AgentBot',
  bot: 'AgentBot',
  external: 'User',
}

export function senderOf(author: MessageAuthor, { contacts, agents }: Authors) {
  const { type, id, name } = author
  if (type === 'agent') return classicUser(author, id ? agents.get(id) : undefined)
  // A key is not a user, and its id could be mistaken for a user's.
  if (type === 'api' || type === 'external') return classicUser({ id: null, name })
  if (type !== 'contact') return classicBot(author)
  const contact = id ? contacts.get(id) : undefined
  return contact ? contactSender(contact) : { id: Number(id ?? 0), name, thumbnail: '', type: 'contact' }
}

/** The attachments of a message; without any, the field is left out. */
export function attachmentsOf({ id, attachments }: Pick<Message, 'id' | 'attachments'>, account: Account) {
  if (attachments.length === 0) return {}
  return { attachments: attachments.map((attachment) => classicAttachment(attachment, id, account)) }
}

export function classicAttachment(attachment: Attachment, message_id: string, { id: account_id }: Account) {
  const { file_type, file_name, content_type, url, size_bytes } = attachment
  return {
    id: Number(attachment.id),
    message_id: Number(message_id),
    file_type,
    account_id: Number(account_id),
    extension: extname(file_name).slice(1) || null,
    content_type,
    data_url: url,
    thumb_url: file_type === 'image' ? url : '',
    file_size: size_bytes,
    width: null,
    height: null,
  }
}
