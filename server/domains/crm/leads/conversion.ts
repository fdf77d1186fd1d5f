import type { Contact } from '#contract/records/contact.ts'
import type { Lead } from '#contract/records/crm.ts'
import * as contactRules from '#domains/contacts/rules.ts'
import { checkContactsVisible } from '#domains/contacts/hidden-conversations.ts'
import * as contacts from '#domains/contacts/store.ts'
import { lockKeys } from '#domains/conversations/identities/store.ts'
import * as activities from '#domains/crm/activities/store.ts'
import * as items from '#domains/crm/records/interest-items.ts'
import { checkConversion } from './rules.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

/** A lead is converted once. If its opportunity was deleted, it needs another status before it can be converted again. */
export function checkNotConverted({ opportunity, status }: Lead): void {
  if (!opportunity && status !== 'converted') return
  const detail = opportunity
    ? ` into opportunity ${opportunity.id} (${opportunity.name}).`
    : ', and its opportunity was deleted; restore that from the bin, or change the status of the lead with crm_update_lead first.'
  reject('invalid_state', `This lead was already converted${detail}`, 'lead_id')
}

type ConversionInput = {
  name?: string | undefined
  amount?: number | null | undefined
  confirmed_contact_id?: string | undefined
}

/** A conversion needs a name, a client and a business context. Everything missing is reported at once. */
export async function checkRequirements(
  ctx: Context,
  lead: Lead,
  { name, amount, confirmed_contact_id }: ConversionInput,
): Promise<void> {
  const hasAmount = (amount ?? lead.estimated_value) !== null
  checkConversion({
    name: (name ?? lead.name).trim() !== '',
    client: lead.contact !== null || confirmed_contact_id !== undefined || channelsOf(ctx, lead) !== undefined,
    context: hasAmount || (await activities.hasHumanActivity(ctx, lead.id)) || (await items.hasAny(ctx, lead.id)),
  })
}

/** Phone and e-mail for a contact; undefined if the lead has no usable channel. */
function channelsOf(
  { actor }: Context,
  { phone, email }: Lead,
): { phone_number: string | null; email: string | null } | undefined {
  const phone_number = phone === null ? null : (contactRules.findPhoneNumber(phone, actor.account.country) ?? null)
  return phone_number === null && email === null ? undefined : { phone_number, email }
}

/** The client: the contact of the lead, the confirmed one, the one with its phone or e-mail, or a new one. */
export async function getClient(
  ctx: Context,
  lead: Lead,
  confirmed_contact_id: string | undefined,
): Promise<{ id: string }> {
  if (confirmed_contact_id !== undefined) {
    const { id } = await contacts.get(ctx, confirmed_contact_id, 'confirmed_contact_id')
    if (lead.contact && lead.contact.id !== id) {
      const sentence = `This lead is linked to contact ${lead.contact.id}; leave confirmed_contact_id out, or change the lead first.`
      reject('invalid_value', sentence, 'confirmed_contact_id')
    }
    return { id }
  }
  return lead.contact ?? (await findOrCreateContact(ctx, lead))
}

async function findOrCreateContact(ctx: Context, lead: Lead): Promise<{ id: string }> {
  const { phone_number, email } = channelsOf(ctx, lead)!
  await lockKeys(ctx, { phone_number, email })
  const found = await contacts.findByChannels(ctx, phone_number ? [phone_number] : [], email ? [email] : [])
  await checkContactsVisible(ctx, found)
  if (found.length > 1) rejectAmbiguous(found)
  if (found[0]) return found[0]
  const { name, company_name } = lead
  const fields = { name, company_name, phone_number, email, custom_attributes: utmAttributes(lead) }
  const contact = await contacts.insert(ctx, contactRules.create(fields, ctx.actor.account.country))
  ctx.emit('contact.created', { contact })
  return contact
}

/** Phone and e-mail belong to different contacts, so the caller has to choose. */
function rejectAmbiguous(found: readonly Contact[]): never {
  const candidates = found.map(({ id, name }) => ({ id, name }))
  const choices = candidates.map(({ id, name }) => `${name} (id ${id})`).join(', ')
  const sentence = `The phone and the email of this lead belong to different contacts: ${choices}. Pass confirmed_contact_id.`
  return reject('ambiguous_reference', sentence, 'confirmed_contact_id', { candidates })
}

/** A contact created from a lead inherits its UTM values. */
function utmAttributes({ utm_source, utm_medium, utm_campaign }: Lead): Record<string, string> {
  const known = Object.entries({ utm_source, utm_medium, utm_campaign }).filter(([, value]) => value !== null)
  return Object.fromEntries(known) as Record<string, string>
}
