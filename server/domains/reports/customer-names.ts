import type { Permission } from '#contract/permissions.ts'
import type { Context } from '#kernel/operation.ts'

type NamedRecord = { id: string; name: string }

/** Names of customers in a report are for callers who may read such records; others see the id in their place. */
export const shown_names = {
  contact: 'Name of the contact; without contacts:read or conversations:read only “Contact” and its id',
  lead: 'Name of the lead; without crm:read only “Lead” and its id',
}

export function nameContact(ctx: Context, { id, name }: NamedRecord): NamedRecord {
  return {
    id,
    name: canRead(ctx, 'contacts:read', 'conversations:read')
      ? name
      : `${contact_words[ctx.actor.account.locale]} ${id}`,
  }
}

export function nameLead<L extends NamedRecord>(ctx: Context, lead: L): L {
  return canRead(ctx, 'crm:read') ? lead : { ...lead, name: `Lead ${lead.id}` }
}

function canRead({ actor }: Context, ...any: Permission[]): boolean {
  return any.some((each) => actor.permissions.has(each))
}

const contact_words = { es: 'Contacto', en: 'Contact' }
