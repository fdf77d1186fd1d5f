import type { Pipeline } from '#contract/records/crm.ts'
import type { Property } from '#contract/records/property.ts'
import type { Person } from '#server/demo/contacts.ts'
import { seedDeals } from '#server/demo/deals.ts'
import { seedLeads } from '#server/demo/leads.ts'
import type { Past } from '#server/demo/past.ts'

/** What there is to sell, and by which boards. */
export type Shop = { pipelines: readonly Pipeline[]; homes: readonly Property[]; rentals: readonly Property[] }

/** 90 leads, 15 of which became deals, and 60 deals: what each is about, what was done, and what is to be done. */
export async function seedCrm(past: Past, shop: Shop, people: readonly Person[]): Promise<void> {
  await seedDeals(past, shop, people)
  await seedLeads(past, shop, people)
  // What is overdue was said to be so when it fell due.
  await past.runtime.database.sql`
    update activities set remind_at = null where account_id = ${past.account_id} and remind_at <= now()`
}
