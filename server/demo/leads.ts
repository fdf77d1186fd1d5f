import type { Property } from '#contract/records/property.ts'
import type { Person } from '#server/demo/contacts.ts'
import type { Shop } from '#server/demo/crm.ts'
import type { Deal } from '#server/demo/deals.ts'
import { mailbox, person as invent } from '#server/demo/names.ts'
import { DAY, HOUR, MINUTE, type Past } from '#server/demo/past.ts'
import { moments, type Pending, scheduleActivity } from '#server/demo/plans.ts'
import { type Dice, dice } from '#server/demo/random.ts'
import { DISCARDED, NOTES, REFERRERS, SOURCES } from '#server/demo/talk.ts'
import { MODELS } from '#server/demo/vehicles.ts'
import type { Actor } from '#kernel/operation.ts'

const LEADS = 75
/** The first leads belong to contacts; the others have only the details they left. */
const KNOWN = 55
const REOPENED = 71
const CORRECTED = 7

type Fate = 'open' | 'lost' | 'qualified'

/** Creates the leads that were not converted: most are open, some are lost, some are qualified. */
export async function seedLeads(past: Past, shop: Shop, people: readonly Person[]): Promise<void> {
  await Promise.all(Array.from({ length: LEADS }, (_, i) => seedLead(past, shop, people, i)))
}

async function seedLead(past: Past, shop: Shop, people: readonly Person[], i: number): Promise<void> {
  const { act, agents, now } = past
  const roll = dice(701 + i)
  const { began, ...who } = i < KNOWN ? leadOfContact(people[2 * i + 1]!, now, roll) : leadWithoutContact(i, now, roll)
  const owner: Actor | undefined = i % 6 === 5 ? undefined : agents[i % agents.length]!
  const fate = fateOf(i)
  const { item, ...worth } = interestOf(shop, i)
  const fields = { ...who, ...sourceOf(i), ...worth, ...(owner && { owner_id: owner.user_id! }) }
  const { id: lead_id } = await act('crm_create_lead', fields, began, owner)

  const end = fate === 'open' ? Math.max(began, now - (1 + roll.below(60)) * HOUR) : began + (4 + roll.below(12)) * DAY
  const steps = moments(began, Math.min(end, now), 6, roll)
  const about = { entity_type: 'lead', entity_id: lead_id } as const
  if (item) await act('add_lead_item', { lead_id, ...item }, steps[0]!, owner)
  if (roll.chance(30)) await act('crm_add_note', { ...about, body: roll.one(NOTES) }, steps[1]!, owner)
  if (i === CORRECTED) await act('crm_update_lead', { lead_id, utm_campaign: 'recompra' }, steps[1]!, owner)
  const path = ['Contactado', 'En calificación'].slice(0, depthOf(i, fate, now - began, roll))
  // Open leads moved recently; closed ones moved early enough to end.
  const from = fate === 'open' && i !== REOPENED ? 4 : 2
  for (const [n, stage] of path.entries()) await act('crm_move_lead_stage', { lead_id, stage }, steps[from + n]!, owner)
  if (fate === 'qualified') await act('crm_move_lead_stage', { lead_id, stage: 'Calificado' }, steps[5]!, owner)
  if (fate === 'lost' || i === REOPENED)
    await act('crm_mark_lead_lost', { lead_id, reason: DISCARDED[i % DISCARDED.length]! }, steps[4]!, owner)
  if (i === REOPENED) await act('crm_reopen_lead', { lead_id }, steps[5]!, owner)
  const pending = pendingOf(i)
  if (pending) await scheduleActivity(past, about, owner ?? agents[0]!, pending, began, roll)
}

/** The fields of a lead created within an hour of its contact. */
function leadOfContact({ id, name, phone_number, email, created_at }: Person, now: number, roll: Dice) {
  const began = Math.min(Date.parse(created_at) + (5 + roll.below(50)) * MINUTE, now - MINUTE)
  return { began, name, phone: phone_number, email, contact_id: id }
}

/** The fields of a lead without a contact. The first came today, the others over the last weeks. */
function leadWithoutContact(i: number, now: number, roll: Dice) {
  const nth = i - KNOWN
  const days = nth < 12 ? nth * 1.1 : 20 + (nth - 12) * 7
  const name = invent(roll)
  return {
    began: now - days * DAY - 40 * MINUTE,
    name,
    phone: `+57300000${String(200 + i).padStart(4, '0')}`,
    ...(nth % 3 === 0 && { email: `${mailbox(name)}.${200 + i}@example.com` }),
    ...(nth % 5 === 4 && { company_name: 'Inversiones El Roble SAS' }),
  }
}

function fateOf(i: number): Fate {
  if ((i >= 40 && i < 48) || (i >= 67 && i < REOPENED)) return 'lost'
  return (i >= 48 && i < 53) || i > REOPENED ? 'qualified' : 'open'
}

/** The number of stages a lead advanced: the newest have not moved, and few older ones are still in the first stage. */
function depthOf(i: number, fate: Fate, age: number, roll: Dice): number {
  if (fate === 'qualified') return 2
  if (age < DAY || i === 53 || i === 54) return 0
  return Math.max(age > 10 * DAY ? 1 : 0, roll.below(3))
}

/** The estimated value and the item of interest: a home, a vehicle, or none yet. */
function interestOf({ homes }: Shop, i: number) {
  if (i % 4 === 0) return ofHome(homes[(i * 3) % homes.length]!)
  if (i % 4 !== 2) return i % 8 === 1 ? {} : { estimated_value: (20 + (i % 40)) * 10_000_000 }
  const { name, price } = MODELS[i % MODELS.length]!
  return { estimated_value: price, item: { name, price, currency: 'COP' } }
}

function ofHome({ id, list_price, currency }: Property) {
  return { estimated_value: list_price!, currency, item: { property_id: id } }
}

/** The lead source, taking each in turn; a referral names who sent the lead. */
function sourceOf(i: number) {
  const from = SOURCES[i % SOURCES.length]!
  return from.source === 'referido' ? { ...from, attribution_detail: REFERRERS[i % REFERRERS.length]! } : from
}

/** The pending activity of a lead, if any; deals have the other pending activities. */
function pendingOf(i: number): Pending | undefined {
  if (i >= 12 && i < 16) return ['overdue', 6 + i - 12]
  if (i >= 16 && i < 19) return ['today', 5 + i - 16]
  return i >= 19 && i < 23 ? ['upcoming', 10 + i - 19] : undefined
}

/** Creates a lead, qualifies it, and converts it to the deal by the given time. */
export async function seedConvertedLead(past: Past, deal: Deal, by: number): Promise<{ id: string }> {
  const { act } = past
  const { i, person, owner, began, currency, board, expected_close_date, roll } = deal
  const steps = moments(began, by, 4, roll)
  const { name, phone_number: phone, email, id: contact_id } = person
  const worth = { estimated_value: deal.amount, currency }
  const fields = { name, phone, email, contact_id, ...worth, ...sourceOf(i), owner_id: owner.user_id! }
  const { id: lead_id } = await act('crm_create_lead', fields, began, owner)
  for (const [n, stage] of ['Contactado', 'En calificación', 'Calificado'].entries())
    await act('crm_move_lead_stage', { lead_id, stage }, steps[n]!, owner)
  const agreement = { pipeline: board, name: `${deal.name} · ${name}`, amount: deal.agreed, expected_close_date }
  const { opportunity } = await act('crm_convert_lead', { lead_id, ...agreement }, steps[3]!, owner)
  return opportunity
}
