import type { Contact } from '#contract/records/contact.ts'
import type { Lead } from '#contract/records/crm.ts'
import * as contactRules from '#domains/contacts/rules.ts'
import * as contacts from '#domains/contacts/store.ts'
import { holdKeys } from '#domains/conversations/identities.ts'
import * as activities from '#domains/crm/activities.ts'
import * as items from '#domains/crm/items.ts'
import * as rules from '#domains/crm/rules.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

/** A lead is converted once. Where its opportunity was thrown away, it can begin anew and be converted again. */
export function checkOnce({ opportunity, status }: Lead): void {
  if (!opportunity && status !== 'converted') return
  const what = opportunity
    ? ` into opportunity ${opportunity.id} (${opportunity.name}).`
    : ', and its opportunity was deleted; restore that from the bin, or give the lead another status with crm_update_lead first.'
  reject('invalid_state', `This lead was already converted${what}`, 'lead_id')
}

type Asked = {
  name?: string | undefined
  amount?: number | null | undefined
  confirmed_contact_id?: string | undefined
}

/** What a conversion needs: a name, a client and a business context. All that is missing is said at once. */
export async function checkMinimums(
  ctx: Context,
  lead: Lead,
  { name, amount, confirmed_contact_id }: Asked,
): Promise<void> {
  const valued = (amount ?? lead.estimated_value) !== null
  rules.checkConversion({
    name: (name ?? lead.name).trim() !== '',
    client: lead.contact !== null || confirmed_contact_id !== undefined || reach(ctx, lead) !== undefined,
    context: valued || (await activities.anyHuman(ctx, lead.id)) || (await items.hasAny(ctx, lead.id)),
  })
}

/** How the lead can be reached, as a contact would be; undefined where neither number nor address is any good. */
function reach(
  { actor }: Context,
  { phone, email }: Lead,
): { phone_number: string | null; email: string | null } | undefined {
  const phone_number = phone === null ? null : (contactRules.findPhoneNumber(phone, actor.account.country) ?? null)
  return phone_number === null && email === null ? undefined : { phone_number, email }
}

/** The client: the contact of the lead, the one confirmed, the one with its number or address, or a new one. */
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
  return lead.contact ?? (await findOrCreate(ctx, lead))
}

async function findOrCreate(ctx: Context, lead: Lead): Promise<{ id: string }> {
  const { phone_number, email } = reach(ctx, lead)!
  await holdKeys(ctx, { phone_number, email })
  const found = await contacts.findByChannels(ctx, phone_number ? [phone_number] : [], email ? [email] : [])
  if (found.length > 1) ambiguous(found)
  if (found[0]) return found[0]
  const { name, company_name } = lead
  const fields = { name, company_name, phone_number, email, custom_attributes: touched(lead) }
  const contact = await contacts.insert(ctx, contactRules.create(fields, ctx.actor.account.country))
  ctx.emit('contact.created', { contact })
  return contact
}

/** The number is one person's and the address another's: somebody must say who it is. */
function ambiguous(found: readonly Contact[]): never {
  const candidates = found.map(({ id, name }) => ({ id, name }))
  const who = candidates.map(({ id, name }) => `${name} (id ${id})`).join(', ')
  const sentence = `The phone and the email of this lead belong to different contacts: ${who}. Pass confirmed_contact_id.`
  return reject('ambiguous_reference', sentence, 'confirmed_contact_id', { candidates })
}

/** A contact made of a lead came from where the lead came from. */
function touched({ utm_source, utm_medium, utm_campaign }: Lead): Record<string, string> {
  const known = Object.entries({ utm_source, utm_medium, utm_campaign }).filter(([, value]) => value !== null)
  return Object.fromEntries(known) as Record<string, string>
}
