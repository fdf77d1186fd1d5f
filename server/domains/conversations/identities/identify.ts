import { createHmac, randomUUID } from 'node:crypto'
import type { Contact } from '#contract/records/contact.ts'
import type { Inbox } from '#contract/records/inbox.ts'
import type { KeptAttributes } from '#contract/scalars.ts'
import { requestAvatar } from '#domains/contacts/avatars/store.ts'
import { checkSeesAll } from '#domains/contacts/hidden-conversations.ts'
import * as contacts from '#domains/contacts/store.ts'
import * as contactRules from '#domains/contacts/rules.ts'
import * as identities from './store.ts'
import { setAsideTakenKeys, findOrCreateContact } from '#domains/conversations/messages/receive.ts'
import * as customAttributes from '#domains/workspace/custom-attributes/store.ts'
import type { Context, Visitor } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

export type VisitorDetails = {
  name?: string | undefined
  email?: string | undefined
  phone_number?: string | undefined
  custom_attributes?: KeptAttributes | undefined
}

/** Stores the details a visitor gave, which are unverified, with their contact. */
export async function updateVisitorContact(ctx: Context, visitor: Visitor, details: VisitorDetails): Promise<Contact> {
  const known = await identities.lock(ctx, visitor.inbox_id, visitor.source_id)
  const changed = await customAttributes.conform(ctx, 'contact_attribute', details.custom_attributes ?? {})
  if (!known) {
    const custom_attributes = contactRules.mergeAttributes({}, changed)
    const sender = { ...details, ...visitor, custom_attributes, trusted: false }
    const { contact_id } = await findOrCreateContact(ctx, visitor.inbox_id, sender)
    return contacts.get(ctx, contact_id)
  }
  const before = await contacts.getLocked(ctx, known.contact_id)
  if (known.claimed) return before
  const wanted = contactRules.revise(
    before,
    { ...details, name: details.name?.trim() || before.name, custom_attributes: changed },
    ctx.actor.account.country,
  )
  await identities.lockKeys(ctx, { phone_number: wanted.phone_number, email: wanted.email })
  const after = await setAsideTakenKeys(ctx, wanted, before)
  const changes = contactRules.changes(before, after)
  if (Object.keys(changes).length === 0) return before
  const contact = await contacts.update(ctx, before.id, after)
  ctx.emit('contact.updated', { contact, changes })
  return contact
}

/** The visitor's own details as they see them, including an e-mail set aside because another contact has it. */
export function toVisitorContact({ name, email, custom_attributes }: Contact): { name: string; email: string | null } {
  const { visitor_email } = custom_attributes
  return { name, email: email ?? (typeof visitor_email === 'string' ? visitor_email : null) }
}

/** Has the picture that the site knows fetched for the visitor's own contact; an address that cannot be read is ignored. */
export async function requestVisitorAvatar(ctx: Context, visitor: Visitor, url: string): Promise<void> {
  const known = await identities.lock(ctx, visitor.inbox_id, visitor.source_id)
  if (known && !known.claimed && !ctx.checkUrl(url)) await requestAvatar(ctx, known.contact_id, url)
}

/** Merges the visitor into the person the site has verified, so that they have one chat on every device. */
export async function identifyVisitor(ctx: Context, visitor: Visitor, identifier: string): Promise<Visitor> {
  const source_id = sourceOf(ctx, visitor.inbox_id, identifier)
  const recognised: Visitor = { inbox_id: visitor.inbox_id, source_id, verified: true }
  const held = await lockBoth(ctx, visitor, source_id)
  const person = held.get(source_id)
  const unknown = visitor.source_id === source_id ? undefined : held.get(visitor.source_id)
  // A verified or claimed identity of the same browser belongs to another person and is left alone.
  const before = unknown && !unknown.verified && !unknown.claimed ? unknown : undefined
  if (person && before) {
    await identities.merge(ctx, before.id, person)
    await mergeAnonymousContact(ctx, before.contact_id, person.contact_id)
  } else if (before) {
    await identities.lockKeys(ctx, { identifier })
    const contact_id = (await identities.findContactLocked(ctx, { identifier }))?.id ?? before.contact_id
    await identities.reassign(ctx, before.id, { source_id, contact_id, verified: true })
    if (contact_id === before.contact_id) await setIdentifier(ctx, contact_id, identifier)
    else await mergeAnonymousContact(ctx, before.contact_id, contact_id)
  } else if (!person) {
    await findOrCreateContact(ctx, visitor.inbox_id, { ...recognised, identifier, trusted: false })
  }
  return recognised
}

/**
 * Rejects a caller who adds an identity in an `api` inbox without being allowed to write there. With its source_id they
 * could act as the contact on the public routes.
 */
export async function checkMayIdentify(ctx: Context, inbox: Pick<Inbox, 'id' | 'channel'>, contact_id?: string) {
  if (inbox.channel !== 'api') return
  if (!ctx.actor.permissions.has('messages:send'))
    reject('permission_denied', 'An identity in an api inbox needs the permission messages:send.', 'inbox_id')
  if (contact_id) await checkSeesAll(ctx, contact_id, 'add an identity to')
}

/** Without proof the visitor keeps their identity, but a verified identity of another person is replaced by a fresh one. */
export function keepUnverified(ctx: Context, visitor: Visitor, identifier: string): Visitor {
  const isTheirs = !visitor.verified || visitor.source_id === sourceOf(ctx, visitor.inbox_id, identifier)
  return isTheirs ? visitor : { inbox_id: visitor.inbox_id, source_id: randomUUID(), verified: false }
}

/** The source id of a verified person; it cannot be guessed from their identifier. */
function sourceOf({ secret, actor }: Context, inbox_id: string, identifier: string): string {
  const who = JSON.stringify(['person', actor.account.id, inbox_id, identifier])
  return `user:${createHmac('sha256', secret).update(who).digest('base64url')}`
}

/** Locks both in sorted order, so that concurrent calls cannot deadlock. */
async function lockBoth(ctx: Context, { inbox_id, source_id: own }: Visitor, source_id: string) {
  const held = new Map<string, identities.Identity | undefined>()
  for (const each of [own, source_id].sort()) held.set(each, await identities.lock(ctx, inbox_id, each))
  return held
}

/** Merges a contact without phone, e-mail or identifier into the identified one, and deletes it. */
async function mergeAnonymousContact(ctx: Context, from: string, to: string): Promise<void> {
  if (from === to) return
  const { phone_number, email, identifier } = await contacts.getLocked(ctx, from)
  if (phone_number || email || identifier) return contacts.refreshFromConversations(ctx, [from, to])
  await contacts.moveReferences(ctx, from, to)
  await contacts.remove(ctx, from)
  ctx.emit('contact.merged', { contact: await contacts.get(ctx, to), merged_contact_id: from })
}

async function setIdentifier(ctx: Context, contact_id: string, identifier: string): Promise<void> {
  const before = await contacts.getLocked(ctx, contact_id)
  const contact = await contacts.update(ctx, contact_id, { ...before, identifier })
  ctx.emit('contact.updated', { contact, changes: { identifier: { from: before.identifier, to: identifier } } })
}
