import { extname } from 'node:path'
import type { Account } from '#contract/records/access.ts'
import type { Contact } from '#contract/records/contact.ts'
import type { Attachment, Conversation, Message, MessageAuthor } from '#contract/records/conversation.ts'
import type { Agent } from '#contract/records/people.ts'
import { contactSender } from '#doors/classic/shapes/contact.ts'
import { seconds } from '#doors/classic/shapes/moments.ts'
import { classicBot, classicUser } from '#doors/classic/shapes/people.ts'

/** Who the authors of messages are. */
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
    content_type: message.content_type,
    status: message.status,
    content_attributes: message.content_attributes,
    created_at: seconds(message.created_at),
    private: message.private,
    source_id: message.external_id,
    sender: senderOf(message.author, authors),
    ...attachmentsOf(message, authors.account),
  }
}

/** A message as it stands inside a conversation: every column it has for classic clients. */
export function pushedMessage(message: Message, conversation: Conversation, authors: Authors) {
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

/** 0 is what the customer wrote, 1 what was written to them. */
export function messageType({ direction }: Pick<Message, 'direction'>): 0 | 1 {
  return direction === 'incoming' ? 0 : 1
}

/** A deleted message says that it was deleted. */
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
}

export function senderOf(author: MessageAuthor, { contacts, agents }: Authors) {
  const { type, id, name } = author
  if (type === 'agent') return classicUser(author, id ? agents.get(id) : undefined)
  // A key is not a user, and its number would be taken for that of one.
  if (type === 'api') return classicUser({ id: null, name })
  if (type !== 'contact') return classicBot(author)
  const contact = id ? contacts.get(id) : undefined
  return contact ? contactSender(contact) : { id: Number(id ?? 0), name, thumbnail: '', type: 'contact' }
}

/** The files of a message; where there are none there is no such field. */
export function attachmentsOf({ id, attachments }: Pick<Message, 'id' | 'attachments'>, account: Account) {
  if (attachments.length === 0) return {}
  return { attachments: attachments.map((attachment) => classicAttachment(attachment, id, account)) }
}

function classicAttachment(attachment: Attachment, message_id: string, { id: account_id }: Account) {
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
