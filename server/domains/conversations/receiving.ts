import type { Conversation, Message } from '#contract/records/conversation.ts'
import * as contactRules from '#domains/contacts/rules.ts'
import * as contacts from '#domains/contacts/store.ts'
import * as identities from '#domains/conversations/identities.ts'
import { announce, whenOpened } from '#domains/conversations/lifecycle.ts'
import * as messages from '#domains/conversations/messages.ts'
import * as rules from '#domains/conversations/rules.ts'
import * as conversations from '#domains/conversations/store.ts'
import * as customAttributes from '#domains/workspace/custom-attributes.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

/** Who wrote, as their channel tells it. */
export type Sender = {
  source_id: string
  /** The channel knows them by something it has checked, so a contact with the same phone number or e-mail is the same person. */
  trusted: boolean
  verified?: boolean | undefined
  name?: string | undefined
  phone_number?: string | undefined
  email?: string | undefined
  identifier?: string | undefined
  custom_attributes?: Record<string, string | number | boolean> | undefined
}

export type Said = Pick<
  messages.New,
  'content' | 'content_type' | 'content_attributes' | 'external_id' | 'attachments'
> & {
  additional_attributes?: Record<string, unknown> | undefined
}

export type Site = { id: string; ai_agent_enabled: boolean }

/**
 * Takes in what a customer wrote. The same external id is one message however often it comes; what one person writes
 * keeps its order; and it lands in their conversation, which is made when there is none and reopened when it was closed.
 */
export async function receive(
  ctx: Context,
  inbox: Site,
  sender: Sender,
  said: Said,
  conversation_id?: string,
): Promise<{ message: Message; conversation: Conversation }> {
  const known = await identities.hold(ctx, inbox.id, sender.source_id)
  const before = said.external_id ? await messages.findExternal(ctx, inbox.id, said.external_id) : undefined
  if (before) return { message: before, conversation: await conversationOf(ctx, before, sender) }

  const identity = known ?? (await meet(ctx, inbox.id, sender))
  if (identity.blocked) reject('permission_denied', 'This contact is blocked; what they write is not let in.')
  const found = conversation_id
    ? await chosen(ctx, conversation_id, inbox, sender)
    : await conversations.findLatestLocked(ctx, identity.id)
  const conversation = found ?? (await begin(ctx, inbox, identity, said.additional_attributes))
  const author = { type: 'contact' as const, id: identity.contact_id, name: conversation.contact.name }
  const [result] = await Promise.all([
    messages.append(ctx, conversation, { ...said, direction: 'incoming', author }),
    identities.touch(ctx, identity.contact_id),
  ])
  if (found) announce(ctx, found, result.conversation)
  else ctx.emit('conversation.created', { conversation: result.conversation })
  ctx.emit('message.received', result)
  return { ...result, conversation: await whenOpened(ctx, found, result.conversation) }
}

/** The conversation of someone who has not written yet: theirs, where they have one. */
export async function welcome(ctx: Context, inbox: Site, sender: Sender): Promise<Conversation> {
  const identity = (await identities.hold(ctx, inbox.id, sender.source_id)) ?? (await meet(ctx, inbox.id, sender))
  if (identity.blocked) reject('permission_denied', 'This contact is blocked; what they write is not let in.')
  const found = await conversations.findLatest(ctx, identity.id)
  if (found) return found
  const conversation = await begin(ctx, inbox, identity, {})
  ctx.emit('conversation.created', { conversation })
  return whenOpened(ctx, undefined, conversation)
}

/** The conversation the channel names, which must be one with this person in this inbox. */
async function chosen(ctx: Context, id: string, inbox: Site, sender: Sender): Promise<Conversation> {
  const conversation = await conversations.getLocked(ctx, id)
  if (conversation.inbox.id === inbox.id && conversation.source_id === sender.source_id) return conversation
  return reject('invalid_value', 'This conversation is with somebody else; leave it out.', 'conversation_id')
}

/** Where a message that came before is. What somebody else wrote is not the same message, whatever its id. */
async function conversationOf(ctx: Context, before: Message, sender: Sender): Promise<Conversation> {
  const conversation = await conversations.getOwn(ctx, before.conversation_id)
  if (conversation.source_id === sender.source_id) return conversation
  return reject('duplicate_value', 'This external_id belongs to a message of somebody else.', 'external_id')
}

/** Someone who writes for the first time in this inbox: a contact known by what the channel has checked, or a new one. */
export async function meet(ctx: Context, inbox_id: string, sender: Sender): Promise<identities.Identity> {
  const { source_id, trusted, verified, custom_attributes: sent = {}, ...told } = sender
  const custom_attributes = await customAttributes.conform(ctx, 'contact_attribute', sent)
  const name = told.name?.trim() || rules.visitorName(ctx.actor.account.locale, source_id)
  const fields = contactRules.createKnown({ ...told, name, custom_attributes }, ctx.actor.account.country)
  await identities.holdKeys(ctx, fields)
  const known = await identities.holdContact(ctx, trusted ? fields : { identifier: fields.identifier })
  const contact_id = known?.id ?? (await create(ctx, trusted ? fields : await claimed(ctx, fields)))
  return identities.insert(ctx, { contact_id, inbox_id, source_id, verified })
}

async function create(ctx: Context, fields: contactRules.Fields): Promise<string> {
  const contact = await contacts.insert(ctx, fields)
  ctx.emit('contact.created', { contact })
  return contact.id
}

/**
 * What a visitor says of themselves nobody has checked: a phone number or e-mail that is another contact's stays a
 * remark beside what they had, so that nobody can pass for a customer by typing their address.
 */
export async function claimed(
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

/** The first conversation of someone in an inbox. Where the AI agent answers first, people wait. */
function begin(
  ctx: Context,
  inbox: Site,
  { id: identity_id, contact_id }: identities.Identity,
  additional_attributes: Said['additional_attributes'],
): Promise<Conversation> {
  const status = inbox.ai_agent_enabled ? 'pending' : 'open'
  return conversations.insert(ctx, { inbox_id: inbox.id, contact_id, identity_id, status, additional_attributes })
}
