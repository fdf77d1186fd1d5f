import { requestAvatar } from '#domains/contacts/avatars/store.ts'
import * as contactRules from '#domains/contacts/rules.ts'
import * as contacts from '#domains/contacts/store.ts'
import * as rules from '#domains/conversations/rules.ts'
import * as customAttributes from '#domains/workspace/custom-attributes/store.ts'
import type { Context, Visitor } from '#kernel/operation.ts'
import { updateVisitorContact, type VisitorDetails } from './identify.ts'
import * as identities from './store.ts'

export type ClaimedDetails = VisitorDetails & {
  identifier?: string | undefined
  avatar_url?: string | undefined
}

/**
 * Makes the visitor the contact with the same identifier, e-mail or phone number, or a new one with these details. Nothing
 * is proved, so a known contact is not changed, and the visitor sees nothing of it.
 */
export async function claimContact(
  ctx: Context,
  visitor: Visitor,
  { avatar_url, identifier, ...details }: ClaimedDetails,
): Promise<void> {
  const own = await identities.lock(ctx, visitor.inbox_id, visitor.source_id)
  if (own) return void (await updateVisitorContact(ctx, visitor, details))
  const fields = await fieldsOf(ctx, visitor, { ...details, identifier })
  await identities.lockKeys(ctx, fields)
  const known = await findKnown(ctx, fields)
  const contact_id = known?.id ?? (await createContact(ctx, fields))
  await identities.insert(ctx, { ...visitor, contact_id, claimed: known !== undefined })
  if (!known && avatar_url && !ctx.checkUrl(avatar_url)) await requestAvatar(ctx, contact_id, avatar_url)
}

async function fieldsOf(ctx: Context, { source_id }: Visitor, given: ClaimedDetails): Promise<contactRules.Fields> {
  const { country, locale } = ctx.actor.account
  const { custom_attributes: sent = {}, ...details } = contactRules.setAsideLinkedId(given, country)
  const custom_attributes = await customAttributes.conform(ctx, 'contact_attribute', sent)
  const name = details.name?.trim() || rules.visitorName(locale, source_id)
  return contactRules.createKnown({ ...details, name, custom_attributes }, country)
}

/** The contact with one of these keys, most reliable first. */
async function findKnown(ctx: Context, { identifier, email, phone_number }: contactRules.Fields) {
  return (
    (await identities.findContactLocked(ctx, { identifier })) ??
    (await identities.findContactLocked(ctx, { email })) ??
    (await identities.findContactLocked(ctx, { phone_number }))
  )
}

async function createContact(ctx: Context, fields: contactRules.Fields): Promise<string> {
  const contact = await contacts.insert(ctx, fields)
  ctx.emit('contact.created', { contact })
  return contact.id
}
