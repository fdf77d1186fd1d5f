import { channelCapabilities } from '#contract/channels.ts'
import type { Inbox } from '#contract/records/inbox.ts'
import type { Message } from '#contract/records/conversation.ts'
import * as connections from '#domains/workspace/inboxes/connections.ts'
import { emitStatusChange, assignWhenOpened } from '#domains/conversations/lifecycle/status.ts'
import { storeIncoming } from '#domains/conversations/messages/receive.ts'
import { keepChoice } from '#domains/conversations/messages/answered.ts'
import { append } from '#domains/conversations/messages/append.ts'
import * as messages from '#domains/conversations/messages/store.ts'
import * as rules from '#domains/conversations/rules.ts'
import * as conversations from '#domains/conversations/store.ts'
import type { ChannelEvent } from '#kernel/connector.ts'
import type { Context } from '#kernel/operation.ts'
import {
  advanceStatus,
  advanceUntil,
  editContent,
  eraseContent,
  findTarget,
  setReaction,
} from '#domains/conversations/messages/changes.ts'
import { readConsent, setConsent } from '#domains/channels/consent.ts'
import { clearBounce, noteDelay, recordBounce } from '#domains/channels/mail/bounces.ts'
import { findThread, lockMessage, lockThread, ownMessageId } from '#domains/channels/mail/threads.ts'
import { externalAuthor, findOwn, isSending, openFor } from './echoes.ts'
import { addHistory } from './history.ts'
import { lockTarget, NotYet, park, takeParked } from './parked.ts'
import { addRecipientIds, findPerson, replacePhone, resolvePerson } from './people.ts'
import { applyReferral, recordReferral, referralAttributes, takeReferrals } from './referrals.ts'
import { advanceRemembered, applyUntil } from './watermarks.ts'
import { closeRefusedWindow, openWindow, providerTime } from '#domains/channels/windows.ts'
import { setTemplateStatus } from '#domains/workspace/inboxes/templates.ts'

type EventOf<K extends ChannelEvent['kind']> = Extract<ChannelEvent, { kind: K }>
type Outcome = { outcome: 'processed' | 'ignored'; reason?: string }
const processed: Outcome = { outcome: 'processed' }
const ignored = (reason: string): Outcome => ({ outcome: 'ignored', reason })

/** Applies one event of a provider. Repeating it, or applying events in another order, leads to the same records. */
export function applyEvent(ctx: Context, inbox: Inbox, event: ChannelEvent): Promise<Outcome> {
  const apply = appliers[event.kind] as (ctx: Context, inbox: Inbox, event: ChannelEvent) => Promise<Outcome>
  return apply(ctx, inbox, event)
}

const appliers: { [K in ChannelEvent['kind']]: (ctx: Context, inbox: Inbox, event: EventOf<K>) => Promise<Outcome> } = {
  message: applyMessage,
  echo: applyEcho,
  history: async (ctx, inbox, event) => {
    const id = await addHistory(ctx, inbox, event)
    if (id !== undefined) await settleArrival(ctx, inbox, { id, external_id: event.external_id })
    return processed
  },
  edited: async (ctx, inbox, event) => {
    const message = await findOrPark(ctx, inbox, event)
    if (message) await editContent(ctx, message, event.content, event.occurred_at)
    return processed
  },
  deleted: async (ctx, inbox, event) => {
    const message = await findOrPark(ctx, inbox, event)
    if (message) await eraseContent(ctx, message)
    return processed
  },
  status: applyStatus,
  reaction: applyReaction,
  watermark: async (ctx, inbox, event) => {
    const identity = await findPerson(ctx, inbox.id, event.person)
    if (!identity) return ignored('The person is not known.')
    await applyUntil(ctx, identity.id, event.status, event.until)
    return processed
  },
  referral: (ctx, inbox, event) => applyReferral(ctx, inbox, event).then(() => processed),
  identity: async (ctx, inbox, event) => {
    const identity = await resolvePerson(ctx, inbox.id, event.person, event.previous)
    await replacePhone(ctx, inbox.id, identity, event.person)
    return processed
  },
  consent: async (ctx, inbox, event) => {
    const identity = await resolvePerson(ctx, inbox.id, event.person)
    await setConsent(ctx, identity.contact_id, event.marketing, event.occurred_at)
    return processed
  },
  reachability: async (ctx, inbox, event) => {
    const identity = await findPerson(ctx, inbox.id, event.person)
    if (!identity) return ignored('The person is not known.')
    await ctx.sql`
      update contact_identities set reachable = ${event.reachable} where account_id = ${ctx.actor.account.id} and id = ${identity.id}`
    return processed
  },
  template: async (ctx, inbox, event) => {
    await setTemplateStatus(ctx, inbox.id, event)
    return processed
  },
  connection: async (ctx, inbox, { state, detail }) => {
    await connections.setState(ctx, inbox, { state, detail })
    return processed
  },
  ignored: async (_ctx, _inbox, { reason }) => ignored(reason),
}

async function applyMessage(ctx: Context, inbox: Inbox, event: EventOf<'message'>): Promise<Outcome> {
  const { thread, is_automatic } = event
  const external_id = await lockMessage(ctx, inbox.id, event)
  const identity = await resolvePerson(ctx, inbox.id, event.person)
  if (await messages.findExternal(ctx, inbox.id, external_id)) return processed
  if (identity.blocked) return ignored('The contact is blocked.')
  const { content, content_type, content_attributes = {}, attachments, reply_to, referral, group_id } = event
  const standby = event.is_standby ? { standby: true } : {}
  const automatic = is_automatic ? { automatic: true } : {}
  const found = thread
    ? await findThread(ctx, inbox.id, identity.id, external_id, thread)
    : await conversations.findLatestLocked(ctx, identity.id)
  const { message, conversation } = await storeIncoming(ctx, inbox, identity, found, {
    content,
    content_type,
    content_attributes: {
      ...content_attributes,
      ...(group_id && { group_id }),
      ...standby,
      ...automatic,
      ...(referral && { referral: referralAttributes(referral) }),
    },
    external_id,
    is_automatic,
    media: attachments,
    reply_to: reply_to === undefined ? undefined : { external_id: reply_to },
    created_at: providerTime(ctx, event.occurred_at),
    window_hours: event.opens_window === false ? null : channelCapabilities[inbox.channel].window_hours,
    additional_attributes: {
      ...standby,
      ...automatic,
      ...(thread && { subject: thread.subject }),
      ...(referral && { referral: referralAttributes(referral) }),
    },
  })
  if (referral) await recordReferral(ctx, conversation, referral)
  if (!found) await takeReferrals(ctx, inbox, identity.id, conversation)
  if (thread && !is_automatic) await clearBounce(ctx, identity.contact_id)
  const marketing = inbox.channel === 'whatsapp' ? readConsent(content) : undefined
  if (marketing !== undefined) await setConsent(ctx, identity.contact_id, marketing, event.occurred_at)
  await keepChoice(ctx, message)
  await settleArrival(ctx, inbox, message)
  return processed
}

/** A message the business sent from elsewhere. The echo of our own is recognised. */
async function applyEcho(ctx: Context, inbox: Inbox, event: EventOf<'echo'>): Promise<Outcome> {
  const { thread } = event
  await lockThread(ctx, inbox.id, event)
  const identity = await resolvePerson(ctx, inbox.id, event.person)
  const found = thread
    ? await findThread(ctx, inbox.id, identity.id, event.external_id, thread)
    : await conversations.findLatestLocked(ctx, identity.id)
  const client_ref = event.client_ref ?? ownMessageId(ctx, inbox.id, event.external_id)
  const own = await findOwn(ctx, inbox.id, found?.id, { ...event, client_ref })
  if (own) {
    await advanceStatus(ctx, own, 'sent', { external_id: event.external_id })
    await settleOwn(ctx, inbox, own, event.external_id)
    return processed
  }
  if (found && (await isSending(ctx, found.id))) throw new NotYet('A message of this conversation is being sent.')
  const before = found ?? (await openFor(ctx, inbox, identity, thread?.subject))
  const { content, content_type, content_attributes, attachments, reply_to, external_id } = event
  const { message, conversation } = await append(ctx, before, {
    direction: 'outgoing',
    author: externalAuthor(inbox),
    content,
    content_type,
    content_attributes,
    external_id,
    media: attachments,
    reply_to: reply_to === undefined ? undefined : { external_id: reply_to },
    created_at: providerTime(ctx, event.occurred_at),
    // A person has taken over, so the AI agent stops.
    patch: before.status === 'pending' ? rules.reopen(before, ctx.now) : undefined,
  })
  if (found) emitStatusChange(ctx, found, conversation)
  else ctx.emit('conversation.created', { conversation })
  ctx.emit('message.sent', { conversation, message })
  await advanceRemembered(ctx, identity.id, message)
  await assignWhenOpened(ctx, found, conversation)
  await settleArrival(ctx, inbox, message)
  return processed
}

async function applyStatus(ctx: Context, inbox: Inbox, event: EventOf<'status'>): Promise<Outcome> {
  const message = await findOrPark(ctx, inbox, event, event.client_ref ?? ownMessageId(ctx, inbox.id, event.target))
  if (!message) return processed
  const { status, failure, attributes, target, bounced } = event
  if (bounced !== undefined) await recordBounce(ctx, message, bounced)
  if (attributes?.['delivery_delay']) return noteDelay(ctx, message, attributes).then(() => processed)
  if (event.person) await addRecipientIds(ctx, inbox.id, message.conversation_id, event.person)
  await closeRefusedWindow(ctx, message, failure)
  await advanceStatus(ctx, message, status, { external_id: target, failure, attributes })
  await settleOwn(ctx, inbox, message, target)
  if (event.includes_earlier && event.person && (status === 'delivered' || status === 'read')) {
    const identity = await findPerson(ctx, inbox.id, event.person)
    if (identity) await advanceUntil(ctx, identity.id, status, message.created_at)
  }
  return processed
}

async function applyReaction(ctx: Context, inbox: Inbox, event: EventOf<'reaction'>): Promise<Outcome> {
  const message = await findOrPark(ctx, inbox, event)
  if (!message) return processed
  const identity = await resolvePerson(ctx, inbox.id, event.person)
  const { contact } = await conversations.getOwn(ctx, message.conversation_id)
  const customer = { type: 'contact' as const, id: identity.contact_id, name: contact.name }
  const author = event.is_external ? externalAuthor(inbox) : customer
  await setReaction(ctx, message.id, author, event.emoji, event.occurred_at)
  if (event.opens_window) await openWindow(ctx, inbox, message.conversation_id, event.occurred_at)
  return processed
}

/** The message an event is about. Until it arrives, the event waits. */
async function findOrPark(
  ctx: Context,
  inbox: Inbox,
  event: EventOf<'edited' | 'deleted' | 'status' | 'reaction'>,
  client_ref?: string,
): Promise<Message | undefined> {
  await lockTarget(ctx, inbox.id, event.target)
  const message = await findTarget(ctx, inbox.id, event.target, client_ref)
  if (!message) await park(ctx, inbox.id, event.target, event)
  return message
}

/** Applies the events that waited for a message, and completes the quotes of it. */
export async function settleArrival(
  ctx: Context,
  inbox: Inbox,
  { id, external_id }: Pick<Message, 'id' | 'external_id'>,
): Promise<void> {
  if (!external_id) return
  for (const event of await takeParked(ctx, inbox.id, external_id)) await applyEvent(ctx, inbox, event)
  const quoting = await ctx.sql<Pick<Message, 'content_type'>>`
    update messages set reply_to_id = ${id}
     where account_id = ${ctx.actor.account.id} and inbox_id = ${inbox.id} and reply_to_external_id = ${external_id} and reply_to_id is null
    returning content_type`
  const choice = quoting.find(({ content_type }) => content_type === 'choice')
  if (choice) await keepChoice(ctx, { ...choice, reply_to: { id, external_id, preview: null } })
}

/** Settles a message of ours whose id in the channel becomes known by a report instead of the provider's answer. */
async function settleOwn(ctx: Context, inbox: Inbox, { id, external_id }: Message, learned: string): Promise<void> {
  if (!external_id) await settleArrival(ctx, inbox, { id, external_id: learned })
}
