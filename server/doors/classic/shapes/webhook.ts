import type { Account } from '#contract/records/access.ts'
import type { Contact } from '#contract/records/contact.ts'
import type { Conversation, Message } from '#contract/records/conversation.ts'
import type { Inbox } from '#contract/records/inbox.ts'
import type { ClassicName, Webhook } from '#contract/records/webhook.ts'
import { channelType } from '#doors/classic/shapes/channels.ts'
import { classicContent } from '#doors/classic/shapes/content.ts'
import { contactSender } from '#doors/classic/shapes/contact.ts'
import { type References, classicConversation } from '#doors/classic/shapes/conversation.ts'
import { attachmentsOf, contentOf, isNote, messageType, senderOf } from '#doors/classic/shapes/message.ts'
import { seconds } from '#doors/classic/shapes/timestamps.ts'
import type { Event } from '#kernel/subscriber.ts'

type Payload = {
  conversation?: Conversation
  message?: Message
  contact?: Contact
  inbox?: Inbox
  changes?: Record<string, { from: unknown; to: unknown }>
  label?: { title: string }
}

/** The body of a classic webhook: a flat record with the name of the event. */
export function classicWebhook(event: ClassicName, { payload }: Event, references: References): object {
  const { conversation, message, contact, inbox, changes } = payload as Payload
  const { account } = references
  if (message && conversation) return { ...webhookMessage(message, conversation, references), event }
  if (conversation)
    return { ...webhookConversation(conversation, references), event, ...changedAttributes(payload as Payload) }
  if (contact) return { ...webhookContact(contact, account), event, ...(changes && changedAttributes({ changes })) }
  return { ...idAndName(inbox!), event, account: idAndName(account) }
}

/** The body of a webhook that a rule or macro calls: the conversation, under the name of what happened. */
export function classicRuleWebhook(event: string, conversation: Conversation, references: References): object {
  const shown = webhookConversation(conversation, references)
  return { ...shown, event: `automation_event.${event.replaceAll('.', '_')}` }
}

function webhookMessage(message: Message, conversation: Conversation, references: References) {
  const { account } = references
  const shown = classicContent(message)
  return {
    id: Number(message.id),
    content: contentOf(message, account),
    content_type: shown.content_type,
    content_attributes: { ...shown.content_attributes, ...(message.deleted && { deleted: true }) },
    message_type: messageType(message) === 2 ? 'activity' : message.direction,
    private: isNote(message),
    status: message.status,
    created_at: message.created_at,
    source_id: message.external_id,
    additional_attributes: {},
    account: idAndName(account),
    inbox: idAndName(conversation.inbox),
    sender: webhookSender(message, references),
    conversation: webhookConversation(conversation, references),
    ...attachmentsOf(message, account),
  }
}

/** The sender: a contact with all details, or a member of the team with their e-mail. */
function webhookSender({ author }: Message, references: References) {
  const { account, contacts, agents } = references
  const contact = author.type === 'contact' && author.id ? contacts.get(author.id) : undefined
  if (contact) return webhookContact(contact, account)
  const agent = author.type === 'agent' && author.id ? agents.get(author.id) : undefined
  return { ...senderOf(author, references), ...(agent && { email: agent.email }) }
}

function webhookConversation(conversation: Conversation, references: References) {
  const contact = references.contacts.get(conversation.contact.id)!
  const { inbox, source_id, channel } = conversation
  const identity = contact.channel_identities.find((each) => each.inbox.id === inbox.id && each.source_id === source_id)
  const {
    account_id: _,
    muted: _muted,
    sla_policy_id: _sla,
    last_non_activity_message: _last,
    ...shown
  } = classicConversation(conversation, contact, references)
  return {
    ...shown,
    // Unlike the routes, webhooks name a missing assignee or team as null.
    meta: { assignee: null, team: null, ...shown.meta },
    // Internal notes and activities are not part of the conversation that webhooks carry.
    messages: shown.messages.filter((message) => !message.private && message.message_type !== 2),
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

function webhookContact(contact: Contact, account: Account) {
  const { type: _, ...shown } = contactSender(contact)
  return { ...shown, account: idAndName(account), avatar: shown.thumbnail }
}

/** Previous and current value of each changed field. An added label counts as a change of the label list. */
function changedAttributes({ changes = {}, label }: Payload) {
  const all = label ? { ...changes, label_list: { from: null, to: label.title } } : changes
  const list = Object.entries(all).map(([name, { from, to }]) => ({
    [name]: { previous_value: from, current_value: to },
  }))
  return list.length > 0 ? { changed_attributes: list } : {}
}

function idAndName({ id, name }: { id: string; name: string }) {
  return { id: Number(id), name }
}

/** A webhook as classic clients know it. Its secret is shown once, when it is created. */
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
