import type { FastifyRequest } from 'fastify'
import type { ChatMessage, Conversation } from '#contract/records/conversation.ts'
import type { Site } from '#domains/access/public/visitors.ts'
import { classicContent } from '#doors/classic/shapes/content.ts'
import { attachmentsOf, contentOf, messageType } from '#doors/classic/shapes/message.ts'
import { seconds } from '#doors/classic/shapes/timestamps.ts'
import { classicBot, classicUser } from '#doors/classic/shapes/people.ts'
import type { Actor } from '#kernel/operation.ts'

type KnownContact = { name: string; email: string | null } | null
type PublicRequest = Pick<FastifyRequest, 'actor' | 'site'>

/** An inbox as customers see it. */
export function publicInbox({ account, inbox }: Site) {
  return {
    name: inbox.name,
    timezone: account.time_zone,
    working_hours: [],
    working_hours_enabled: false,
    csat_survey_enabled: false,
    greeting_enabled: false,
    identity_validation_enabled: inbox.settings.identity_verification === 'required',
  }
}

/** A customer as they see themselves. Of a contact they only claim to be, they see nothing. */
export function publicContact({ id, name, visitor }: Pick<Actor, 'id' | 'name' | 'visitor'>, contact: KnownContact) {
  const ids = { source_id: visitor!.source_id, pubsub_token: null, id: Number(id) }
  return contact ? { ...ids, name, email: contact.email } : ids
}

type Chat = {
  contact: KnownContact
  conversation: Pick<Conversation, 'id' | 'status' | 'agent_last_seen_at'> | null
  messages: ChatMessage[]
}

/** A conversation as its customer sees it, with the latest messages, oldest first. */
export function publicConversation(here: PublicRequest, { contact, conversation, messages }: Chat) {
  const { id, status, agent_last_seen_at } = conversation!
  return {
    id: Number(id),
    inbox_id: Number(here.site!.inbox.id),
    agent_last_seen_at: seconds(agent_last_seen_at),
    status,
    messages: messages.toReversed().map((message) => publicMessage(here, message, id)),
    contact: publicContact(here.actor!, contact),
  }
}

/** A message as the customer sees it. */
export function publicMessage(here: PublicRequest, message: ChatMessage, conversation_id: string) {
  const { account, visitor: _, ...customer } = here.actor!
  return {
    id: Number(message.id),
    content: contentOf(message, account),
    message_type: messageType(message),
    ...contentFor(message),
    created_at: seconds(message.created_at),
    conversation_id: Number(conversation_id),
    ...attachmentsOf(message, account),
    sender: senderOf(message.author, customer),
  }
}

function contentFor(message: ChatMessage) {
  const { content_type, content_attributes } = classicContent(message)
  return { content_type, content_attributes: { ...content_attributes, ...(message.deleted && { deleted: true }) } }
}

function senderOf({ type, name }: ChatMessage['author'], customer: Pick<Actor, 'id' | 'name'>) {
  if (type === 'contact') return { id: Number(customer.id), name: customer.name, thumbnail: '', type: 'contact' }
  return type === 'agent' || type === 'api' ? classicUser({ id: null, name }) : classicBot({ id: null, name })
}
