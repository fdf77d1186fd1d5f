import type { Pipeline } from '#contract/records/crm.ts'
import type { Property } from '#contract/records/property.ts'
import type { Person } from '#server/demo/contacts.ts'
import { seedDeals } from '#server/demo/deals.ts'
import { seedLeads } from '#server/demo/leads.ts'
import type { Past } from '#server/demo/past.ts'

/** The properties on offer and the pipelines of the deals. */
export type Shop = { pipelines: readonly Pipeline[]; homes: readonly Property[]; rentals: readonly Property[] }

/** Creates 90 leads, 15 of them converted, and 60 deals, with their items, notes and activities. */
export async function seedCrm(past: Past, shop: Shop, people: readonly Person[]): Promise<void> {
  await seedDeals(past, shop, people)
  await seedLeads(past, shop, people)
  // Reminders of overdue activities count as sent.
  await past.sql`
    update activities set remind_at = null where account_id = ${past.account_id} and remind_at <= now()`
}
