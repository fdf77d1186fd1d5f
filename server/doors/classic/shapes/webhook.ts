import type { Account } from '#contract/records/access.ts'
import type { Contact } from '#contract/records/contact.ts'
import type { Conversation, Message } from '#contract/records/conversation.ts'
import type { Inbox } from '#contract/records/inbox.ts'
import type { ClassicEvent, Webhook } from '#contract/records/webhook.ts'
import { channelType } from '#doors/classic/shapes/channels.ts'
import { contactSender } from '#doors/classic/shapes/contact.ts'
import { type Around, classicConversation } from '#doors/classic/shapes/conversation.ts'
import { attachmentsOf, contentOf, senderOf } from '#doors/classic/shapes/message.ts'
import { seconds } from '#doors/classic/shapes/moments.ts'
import type { Event } from '#kernel/subscriber.ts'

type Told = {
  conversation?: Conversation
  message?: Message
  contact?: Contact
  inbox?: Inbox
  changes?: Record<string, { from: unknown; to: unknown }>
  label?: { title: string }
}

/** What classic clients are told of an event: a flat record with the name of what happened. */
export function classicWebhook(event: ClassicEvent, { payload }: Event, around: Around): object {
  const { conversation, message, contact, inbox, changes } = payload as Told
  const { account } = around
  if (message && conversation) return { ...messageTold(message, conversation, around), event }
  if (conversation) return { ...conversationTold(conversation, around), event, ...changed(payload as Told) }
  if (contact) return { ...contactTold(contact, account), event, ...(changes && changed({ changes })) }
  return { ...named(inbox!), event, account: named(account) }
}

function messageTold(message: Message, conversation: Conversation, around: Around) {
  const { account } = around
  return {
    id: Number(message.id),
    content: contentOf(message, account),
    content_type: message.content_type,
    content_attributes: { ...message.content_attributes, ...(message.deleted && { deleted: true }) },
    message_type: message.direction,
    private: message.private,
    status: message.status,
    created_at: message.created_at,
    source_id: message.external_id,
    additional_attributes: {},
    account: named(account),
    inbox: named(conversation.inbox),
    sender: senderTold(message, around),
    conversation: conversationTold(conversation, around),
    ...attachmentsOf(message, account),
  }
}

/** Who wrote it: a contact with all that is known of them, somebody of the team with their address. */
function senderTold({ author }: Message, around: Around) {
  const { account, contacts, agents } = around
  const contact = author.type === 'contact' && author.id ? contacts.get(author.id) : undefined
  if (contact) return contactTold(contact, account)
  const agent = author.type === 'agent' && author.id ? agents.get(author.id) : undefined
  return { ...senderOf(author, around), ...(agent && { email: agent.email }) }
}

function conversationTold(conversation: Conversation, around: Around) {
  const contact = around.contacts.get(conversation.contact.id)!
  const { inbox, source_id, channel } = conversation
  const identity = contact.channel_identities.find((each) => each.inbox.id === inbox.id && each.source_id === source_id)
  const {
    account_id: _,
    muted: _muted,
    sla_policy_id: _sla,
    last_non_activity_message: _last,
    ...shown
  } = classicConversation(conversation, contact, around)
  return {
    ...shown,
    // What is for the team only stays out of what is told of a conversation.
    messages: shown.messages.filter((message) => !message.private),
    channel: channelType(channel),
    contact_inbox: {
      id: Number(identity?.id ?? 0),
      contact_id: Number(contact.id),
      inbox_id: Number(inbox.id),
      source_id,
      created_at: identity?.created_at ?? conversation.created_at,
      updated_at: identity?.created_at ?? conversation.created_at,
      hmac_verified: identity?.verified ?? false,
      pubsub_token: null,
    },
  }
}

function contactTold(contact: Contact, account: Account) {
  const { type: _, ...shown } = contactSender(contact)
  return { ...shown, account: named(account), avatar: '' }
}

/** What was and what is, field by field. A label is a change of all labels. */
function changed({ changes = {}, label }: Told) {
  const all = label ? { ...changes, label_list: { from: null, to: label.title } } : changes
  const list = Object.entries(all).map(([name, { from, to }]) => ({
    [name]: { previous_value: from, current_value: to },
  }))
  return list.length > 0 ? { changed_attributes: list } : {}
}

function named({ id, name }: { id: string; name: string }) {
  return { id: Number(id), name }
}

/** A webhook as classic clients know it. Its secret is told once, when it is made. */
export function classicEndpoint(webhook: Webhook & { secret?: string }, account: Account) {
  return {
    id: Number(webhook.id),
    name: webhook.description,
    url: webhook.url,
    account_id: Number(account.id),
    subscriptions: webhook.events,
    secret: webhook.secret ?? null,
    inbox: webhook.inbox_id === null ? null : { id: Number(webhook.inbox_id) },
    created_at: seconds(webhook.created_at),
  }
}
