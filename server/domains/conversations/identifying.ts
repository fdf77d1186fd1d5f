import { createHmac, randomUUID } from 'node:crypto'
import type { Contact } from '#contract/records/contact.ts'
import * as contacts from '#domains/contacts/store.ts'
import * as contactRules from '#domains/contacts/rules.ts'
import * as identities from '#domains/conversations/identities.ts'
import { claimed, meet } from '#domains/conversations/receiving.ts'
import type { Context, Visitor } from '#kernel/operation.ts'

export type Told = { name?: string | undefined; email?: string | undefined; phone_number?: string | undefined }

/** What the visitor says of themselves, kept with their contact; nobody has checked it. */
export async function introduce(ctx: Context, visitor: Visitor, told: Told): Promise<Contact> {
  const known = await identities.hold(ctx, visitor.inbox_id, visitor.source_id)
  if (!known) {
    const { contact_id } = await meet(ctx, visitor.inbox_id, { ...told, ...visitor, trusted: false })
    return contacts.get(ctx, contact_id)
  }
  const before = await contacts.getLocked(ctx, known.contact_id)
  const wanted = contactRules.revise(
    before,
    { ...told, name: told.name?.trim() || before.name },
    ctx.actor.account.country,
  )
  await identities.holdKeys(ctx, { phone_number: wanted.phone_number, email: wanted.email })
  const after = await claimed(ctx, wanted, before)
  const changes = contactRules.changes(before, after)
  if (Object.keys(changes).length === 0) return before
  const contact = await contacts.update(ctx, before.id, after)
  ctx.emit('contact.updated', { contact, changes })
  return contact
}

/** What the visitor has said of themselves, as they see it. An address is theirs to see, whoever's it is. */
export function introduced({ name, email, custom_attributes }: Contact): { name: string; email: string | null } {
  const { visitor_email } = custom_attributes
  return { name, email: email ?? (typeof visitor_email === 'string' ? visitor_email : null) }
}

/** Who the site vouches for is one person on every device: what they wrote before, unknown, becomes theirs. */
export async function recognise(ctx: Context, visitor: Visitor, identifier: string): Promise<Visitor> {
  const source_id = sourceOf(ctx, visitor.inbox_id, identifier)
  const recognised: Visitor = { inbox_id: visitor.inbox_id, source_id, verified: true }
  const held = await holdBoth(ctx, visitor, source_id)
  const person = held.get(source_id)
  const unknown = visitor.source_id === source_id ? undefined : held.get(visitor.source_id)
  // Somebody else of this browser was vouched for before; what was theirs stays theirs.
  const before = unknown && !unknown.verified ? unknown : undefined
  if (person && before) {
    await identities.join(ctx, before.id, person)
    await absorb(ctx, before.contact_id, person.contact_id)
  } else if (before) {
    await identities.holdKeys(ctx, { identifier })
    const contact_id = (await identities.holdContact(ctx, { identifier }))?.id ?? before.contact_id
    await identities.become(ctx, before.id, { source_id, contact_id, verified: true })
    if (contact_id === before.contact_id) await name(ctx, contact_id, identifier)
    else await absorb(ctx, before.contact_id, contact_id)
  } else if (!person) {
    await meet(ctx, visitor.inbox_id, { ...recognised, identifier, trusted: false })
  }
  return recognised
}

/** Who says who they are without proof stays who they were; but nobody goes on in the chat of another who proved it. */
export function keep(ctx: Context, visitor: Visitor, identifier: string): Visitor {
  const isTheirs = !visitor.verified || visitor.source_id === sourceOf(ctx, visitor.inbox_id, identifier)
  return isTheirs ? visitor : { inbox_id: visitor.inbox_id, source_id: randomUUID(), verified: false }
}

/** Who someone vouched for is in the inbox. It cannot be guessed from what the site calls them. */
function sourceOf({ secret, actor }: Context, inbox_id: string, identifier: string): string {
  const who = JSON.stringify(['person', actor.account.id, inbox_id, identifier])
  return `user:${createHmac('sha256', secret).update(who).digest('base64url')}`
}

/** Both are held in one order, so that two who do this at once wait for each other instead of locking each other out. */
async function holdBoth(ctx: Context, { inbox_id, source_id: own }: Visitor, source_id: string) {
  const held = new Map<string, identities.Identity | undefined>()
  for (const each of [own, source_id].sort()) held.set(each, await identities.hold(ctx, inbox_id, each))
  return held
}

/** A contact nobody can be reached by is gone once what they wrote belongs to the person they turned out to be. */
async function absorb(ctx: Context, from: string, to: string): Promise<void> {
  if (from === to) return
  const { phone_number, email, identifier } = await contacts.getLocked(ctx, from)
  if (phone_number || email || identifier) return contacts.noteConversations(ctx, [from, to])
  await contacts.moveBelongings(ctx, from, to)
  await contacts.remove(ctx, from)
  ctx.emit('contact.merged', { contact: await contacts.get(ctx, to), merged_contact_id: from })
}

async function name(ctx: Context, contact_id: string, identifier: string): Promise<void> {
  const before = await contacts.getLocked(ctx, contact_id)
  const contact = await contacts.update(ctx, contact_id, { ...before, identifier })
  ctx.emit('contact.updated', { contact, changes: { identifier: { from: before.identifier, to: identifier } } })
}
