import { randomUUID } from 'node:crypto'
import { channelAddress } from '#contract/channels.ts'
import type { Conversation, Status } from '#contract/records/conversation.ts'
import { part } from '#db/sql.ts'
import { countConversations } from '#domains/contacts/hidden-conversations.ts'
import * as contacts from '#domains/contacts/store.ts'
import * as inboxes from '#domains/workspace/inboxes/store.ts'
import * as identities from '#domains/conversations/identities/store.ts'
import { assignWhenOpened } from './lifecycle/status.ts'
import { append } from '#domains/conversations/messages/append.ts'
import * as outbound from '#domains/conversations/messages/outbound-rules.ts'
import * as rules from './rules.ts'
import * as conversations from './store.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

export type OutboundConversation = {
  contact_id: string
  inbox_id: string
  source_id?: string | undefined
  status?: Status | undefined
  snoozed_until?: string | undefined
  assignee_id?: string | undefined
  team_id?: string | undefined
  custom_attributes?: Conversation['custom_attributes'] | undefined
  additional_attributes?: Record<string, unknown> | undefined
  message?: FirstMessage | undefined
}

type FirstMessage = Pick<outbound.OutboundContent, 'subject' | 'cc' | 'bcc'> & {
  content?: string | undefined
  content_type?: string | undefined
  content_attributes?: Record<string, unknown> | undefined
  attachments?: string[] | undefined
}

/** Starts a conversation with a contact, creating their identity in the inbox if needed. */
export async function startConversation(
  ctx: Context,
  { message, snoozed_until, ...fields }: OutboundConversation,
): Promise<Conversation> {
  const status = fields.status ?? ((await inboxes.hasBot(ctx, fields.inbox_id)) ? 'pending' : 'open')
  if ((status === 'snoozed') !== (snoozed_until !== undefined)) {
    reject('missing_field', 'Give snoozed_until if, and only if, status is snoozed.', 'snoozed_until')
  }
  await checkDivertsNobody(ctx, fields)
  const content = message && rules.checkContent(message.content, message.attachments ?? [])
  const identity = await findOrCreateIdentity(ctx, fields)
  const { subject, cc, bcc, ...first } = message ?? {}
  const additional_attributes = { ...fields.additional_attributes, ...(subject !== undefined && { subject }) }
  const inserted = await conversations.insert(ctx, {
    ...fields,
    additional_attributes,
    status,
    identity_id: identity.id,
  })
  const mail = { subject, cc, bcc, content: content ?? null }
  outbound.checkMail(inserted.channel, mail)
  const conversation = snoozed_until
    ? await conversations.update(ctx, inserted.id, rules.snooze(inserted, snoozed_until, ctx.now, 'snoozed_until'))
    : inserted
  if (content === undefined) {
    ctx.emit('conversation.created', { conversation })
    return assignWhenOpened(ctx, undefined, conversation)
  }
  const author = rules.authorOf(ctx.actor)
  const content_attributes = { ...first.content_attributes, ...outbound.mailAttributes(mail) }
  const result = await append(ctx, conversation, {
    ...first,
    content_attributes,
    content,
    direction: 'outgoing',
    author,
  })
  ctx.emit('conversation.created', { conversation: result.conversation })
  ctx.emit('message.sent', result)
  return assignWhenOpened(ctx, undefined, result.conversation)
}

/** Refuses while the contact has a conversation in the inbox that the caller cannot see: its customer's replies would come here. */
async function checkDivertsNobody(ctx: Context, { contact_id, inbox_id }: OutboundConversation): Promise<void> {
  const unresolved = part`and v.inbox_id = ${inbox_id} and v.status <> 'resolved'`
  const { hidden } = await countConversations(ctx, contact_id, unresolved)
  if (hidden > 0)
    reject(
      'invalid_state',
      'Somebody else has an open conversation with this contact in this inbox; ask them or an administrator to assign it to you.',
      'contact_id',
    )
}

/** The contact's identity in the inbox. A source_id of another contact is refused. */
async function findOrCreateIdentity(
  ctx: Context,
  { contact_id, inbox_id, source_id }: OutboundConversation,
): Promise<{ id: string }> {
  if (source_id === undefined) {
    const known = await identities.findOfContact(ctx, contact_id, inbox_id)
    return known ?? createIdentity(ctx, contact_id, inbox_id)
  }
  const known = await identities.lock(ctx, inbox_id, source_id)
  if (known && known.contact_id !== contact_id) {
    reject(
      'duplicate_value',
      `This source_id belongs to contact ${known.contact_id} in this inbox; use another one.`,
      'source_id',
    )
  }
  return known ?? identities.insert(ctx, { contact_id, inbox_id, source_id })
}

/** The contact's first identity in the inbox: by phone number or e-mail where the channel reaches people by it. */
async function createIdentity(ctx: Context, contact_id: string, inbox_id: string): Promise<{ id: string }> {
  const { channel } = await inboxes.get(ctx, { inbox_id })
  const contact = await contacts.get(ctx, contact_id)
  const address = channelAddress[channel]
  if (!address) return identities.insert(ctx, { contact_id, inbox_id, source_id: randomUUID() })
  const value = contact[address]
  if (!value)
    reject(
      'missing_field',
      `This contact has no ${address === 'email' ? 'e-mail address' : 'phone number'}; add one first.`,
      'contact_id',
    )
  return identities.insert(ctx, { contact_id, inbox_id, source_id: channel === 'whatsapp' ? value.slice(1) : value })
}
