import type { Conversation, Message } from '#contract/records/conversation.ts'
import type { KeptAttributes } from '#contract/scalars.ts'
import * as contactRules from '#domains/contacts/rules.ts'
import * as contacts from '#domains/contacts/store.ts'
import * as identities from '#domains/conversations/identities/store.ts'
import { emitStatusChange, assignWhenOpened } from '#domains/conversations/lifecycle/status.ts'
import { append, type NewMessage } from './append.ts'
import { editRepeated } from './changes.ts'
import * as messages from './store.ts'
import * as rules from '#domains/conversations/rules.ts'
import * as conversations from '#domains/conversations/store.ts'
import * as customAttributes from '#domains/workspace/custom-attributes/store.ts'
import * as inboxes from '#domains/workspace/inboxes/store.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

/** The author of an incoming message, as reported by the channel. */
export type Sender = {
  source_id: string
  /** True when the channel has verified phone number and e-mail, so that a contact with the same ones is the same person. */
  trusted: boolean
  verified?: boolean | undefined
  name?: string | undefined
  phone_number?: string | undefined
  email?: string | undefined
  identifier?: string | undefined
  custom_attributes?: KeptAttributes | undefined
}

export type IncomingMessage = Pick<
  NewMessage,
  | 'content'
  | 'content_type'
  | 'content_attributes'
  | 'external_id'
  | 'attachments'
  | 'media'
  | 'reply_to'
  | 'created_at'
  | 'is_automatic'
> & {
  /** Hours for which the channel allows free text from this message on. */
  window_hours?: number | null | undefined
  additional_attributes?: Record<string, unknown> | undefined
}

export type InboundInbox = { id: string; ai_agent_enabled: boolean }

/**
 * Stores a customer's message in their conversation, which is created or reopened as needed. Messages of one person keep
 * their order, and a repeated external id returns the stored message, edited if its program sends another text.
 */
export async function receiveMessage(
  ctx: Context,
  inbox: InboundInbox,
  sender: Sender,
  incoming: IncomingMessage,
  conversation_id?: string,
): Promise<{ message: Message; conversation: Conversation }> {
  const known = await identities.lock(ctx, inbox.id, sender.source_id)
  const before = incoming.external_id ? await messages.findExternal(ctx, inbox.id, incoming.external_id) : undefined
  if (before) {
    const conversation = await getConversationOf(ctx, before, sender)
    // A visitor's browser only repeats messages; a program also reports edits.
    const message = sender.trusted ? await editRepeated(ctx, before, incoming.content) : before
    return {
      message,
      conversation: message === before ? conversation : await conversations.getOwn(ctx, conversation.id),
    }
  }

  const identity = known ?? (await findOrCreateContact(ctx, inbox.id, sender))
  if (identity.blocked)
    reject(
      'permission_denied',
      'This contact is blocked, so their messages are refused. Unblock the contact to receive them.',
    )
  const found = conversation_id
    ? await getNamedConversation(ctx, conversation_id, identity)
    : await conversations.findLatestLocked(ctx, identity.id)
  return storeIncoming(ctx, inbox, identity, found, incoming)
}

/** Adds a customer's message to their conversation, or to a new one. */
export async function storeIncoming(
  ctx: Context,
  inbox: InboundInbox,
  identity: identities.Identity,
  found: Conversation | undefined,
  { additional_attributes, window_hours, ...incoming }: IncomingMessage,
): Promise<{ message: Message; conversation: Conversation }> {
  // Nothing answers a program, so its conversation does not wait for the AI agent.
  const opened = { ...inbox, ai_agent_enabled: inbox.ai_agent_enabled && !incoming.is_automatic }
  const conversation = found ?? (await openConversation(ctx, opened, identity, additional_attributes))
  const author = await authorOf(ctx, conversation, identity)
  const window = window_hours ? rules.openWindow(conversation, incoming.created_at ?? ctx.now, window_hours) : {}
  // A new matter after a resolved one is answered first by the AI agent or the bot again.
  const isNewMatter = found?.status === 'resolved' && !incoming.is_automatic
  const returnsToPending = isNewMatter && (opened.ai_agent_enabled || (await inboxes.hasBot(ctx, inbox.id)))
  const patch = { ...window, ...(returnsToPending && { status: 'pending' as const }) }
  const result = await append(ctx, conversation, { ...incoming, direction: 'incoming', author, patch })
  if (found) emitStatusChange(ctx, found, result.conversation)
  else ctx.emit('conversation.created', { conversation: result.conversation })
  ctx.emit('message.received', result)
  return { ...result, conversation: await assignWhenOpened(ctx, found, result.conversation) }
}

/** The contact of the conversation, or another person who writes in it, such as one in the copy of an e-mail. */
async function authorOf(ctx: Context, { contact }: Conversation, { contact_id }: identities.Identity) {
  const { name } = contact.id === contact_id ? contact : await contacts.get(ctx, contact_id)
  return { type: 'contact' as const, id: contact_id, name }
}

type OpenOptions = {
  custom_attributes?: Conversation['custom_attributes'] | undefined
  /** False if a new conversation follows a resolved one. */
  continuesResolved?: boolean | undefined
}

/** The sender's conversation, opened before they write if they have none. */
export async function findOrOpenConversation(
  ctx: Context,
  inbox: InboundInbox,
  sender: Sender,
  { custom_attributes, continuesResolved = true }: OpenOptions = {},
): Promise<Conversation> {
  const identity =
    (await identities.lock(ctx, inbox.id, sender.source_id)) ?? (await findOrCreateContact(ctx, inbox.id, sender))
  if (identity.blocked)
    reject(
      'permission_denied',
      'This contact is blocked, so their messages are refused. Unblock the contact to receive them.',
    )
  const found = await conversations.findLatest(ctx, identity.id)
  if (found && (continuesResolved || found.status !== 'resolved')) return found
  const conversation = await openConversation(ctx, inbox, identity, {}, custom_attributes)
  ctx.emit('conversation.created', { conversation })
  return assignWhenOpened(ctx, undefined, conversation)
}

/** The conversation named by the channel, which must belong to this sender and inbox. */
async function getNamedConversation(ctx: Context, id: string, identity: identities.Identity): Promise<Conversation> {
  const conversation = await conversations.findOfIdentityLocked(ctx, identity.id, id)
  if (conversation) return conversation
  await conversations.get(ctx, id)
  return reject(
    'invalid_value',
    'This conversation belongs to another person or inbox; leave conversation_id out.',
    'conversation_id',
  )
}

/** The conversation of a message received before. An external id used by another sender is refused. */
async function getConversationOf(ctx: Context, before: Message, sender: Sender): Promise<Conversation> {
  const conversation = await conversations.getOwn(ctx, before.conversation_id)
  if (conversation.source_id === sender.source_id) return conversation
  return reject(
    'duplicate_value',
    'This external_id belongs to a message of another sender; use a different one.',
    'external_id',
  )
}

/** Creates the identity of a first-time sender, for the contact with the same verified keys or a new one. */
export async function findOrCreateContact(
  ctx: Context,
  inbox_id: string,
  sender: Sender,
): Promise<identities.Identity> {
  const { source_id, trusted, verified, custom_attributes: attributes = {}, ...given } = sender
  const { country } = ctx.actor.account
  // A visitor's identifier needs proof, so only a channel can give a linked id.
  const details = trusted ? contactRules.setAsideLinkedId(given, country) : given
  const custom_attributes = await customAttributes.conform(ctx, 'contact_attribute', attributes)
  const name = details.name?.trim() || rules.visitorName(ctx.actor.account.locale, source_id)
  const fields = contactRules.createKnown({ ...details, name, custom_attributes }, country)
  await identities.lockKeys(ctx, fields)
  const known = await identities.findContactLocked(ctx, trusted ? fields : { identifier: fields.identifier })
  const contact_id = known?.id ?? (await createContact(ctx, trusted ? fields : await setAsideTakenKeys(ctx, fields)))
  return identities.insert(ctx, { contact_id, inbox_id, source_id, verified })
}

async function createContact(ctx: Context, fields: contactRules.Fields): Promise<string> {
  const contact = await contacts.insert(ctx, fields)
  ctx.emit('contact.created', { contact })
  return contact.id
}

/**
 * Moves a phone number or e-mail that belongs to another contact into custom attributes. Visitors' details are unverified,
 * so nobody can impersonate a customer by typing their address.
 */
export async function setAsideTakenKeys(
  ctx: Context,
  fields: contactRules.Fields,
  before?: contactRules.Fields & { id: string },
): Promise<contactRules.Fields> {
  const [byPhone, byEmail] = await Promise.all([
    identities.findContact(ctx, { phone_number: fields.phone_number }),
    identities.findContact(ctx, { email: fields.email }),
  ])
  const phoneTaken = byPhone && byPhone.id !== before?.id
  const emailTaken = byEmail && byEmail.id !== before?.id
  return {
    ...fields,
    ...(phoneTaken && { phone_number: before?.phone_number ?? null }),
    ...(emailTaken && { email: before?.email ?? null }),
    custom_attributes: {
      ...fields.custom_attributes,
      ...(phoneTaken && { visitor_phone_number: fields.phone_number! }),
      ...(emailTaken && { visitor_email: fields.email! }),
    },
  }
}

/** Opens the first conversation of an identity; pending where the AI agent or a bot answers first. */
async function openConversation(
  ctx: Context,
  inbox: InboundInbox,
  { id: identity_id, contact_id }: identities.Identity,
  additional_attributes: IncomingMessage['additional_attributes'],
  custom_attributes?: Conversation['custom_attributes'],
): Promise<Conversation> {
  const status = inbox.ai_agent_enabled || (await inboxes.hasBot(ctx, inbox.id)) ? 'pending' : 'open'
  const attributes = { additional_attributes, custom_attributes }
  return conversations.insert(ctx, { inbox_id: inbox.id, contact_id, identity_id, status, ...attributes })
}
