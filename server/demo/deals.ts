import type { Pipeline } from '#contract/records/crm.ts'
import type { Property } from '#contract/records/property.ts'
import { dayOf } from '#contract/periods.ts'
import type { Person } from '#server/demo/contacts.ts'
import type { Shop } from '#server/demo/crm.ts'
import { seedConvertedLead } from '#server/demo/leads.ts'
import { DAY, HOUR, type Past } from '#server/demo/past.ts'
import { HOMES, RENTALS, VEHICLES } from '#server/demo/pipelines.ts'
import { seedCompletedActivity, moments, type Pending, scheduleActivity } from '#server/demo/plans.ts'
import { type Dice, dice } from '#server/demo/random.ts'
import { NOTES, REASONS, REFERRERS } from '#server/demo/talk.ts'
import { MODELS } from '#server/demo/vehicles.ts'
import type { Actor } from '#kernel/operation.ts'

const OPEN = 32
const WON = 16
const DEALS = OPEN + WON + REASONS.length

/** Deals with a special history. */
const REOPENED = 25
const SKIPPED = 26
const STALE = 31

/** The subject of a deal: a home for sale or for rent, or a vehicle. */
type Matter = { board: string; name: string; amount: number; currency: string; property?: Property }

export type Deal = Matter & {
  i: number
  person: Person
  owner: Actor
  pipeline: Pipeline
  /** The times of the first and the last activity. */
  began: number
  end: number
  expected_close_date: string
  /** The agreed amount: the list price or slightly less. */
  agreed: number
  roll: Dice
}

/** Creates 32 open, 16 won and 12 lost deals, each lost for a different reason; one in four was a lead before. */
export async function seedDeals(past: Past, shop: Shop, people: readonly Person[]): Promise<void> {
  const matters = Array.from({ length: DEALS }, (_, i) => matterOf(shop, i))
  const seeding = matters.map((matter, i) => {
    // Each deal has its own random generator, so that the result does not depend on the order of execution.
    const roll = dice(301 + i)
    const person = personOf(people, i)
    const pipeline = shop.pipelines.find(({ name }) => name === matter.board)!
    const owner = past.agents[(matter.board === VEHICLES ? 3 : 0) + (i % 3)]!
    const agreed = Math.round((matter.amount * (100 - roll.below(6))) / 100_000) * 1_000
    return seedDeal(past, { ...matter, ...lifetime(past, person, i, roll), i, person, owner, pipeline, agreed, roll })
  })
  await Promise.all(seeding)
}

/** The test drives: four people with older deals, then six with recent ones, and the model each drives. */
export function drivers(people: readonly Person[]): { person: Person; model: number }[] {
  return [23, 24, 28, 33, 3, 4, 8, 9, 13, 14].map((i) => ({ person: personOf(people, i), model: modelOf(i) }))
}

/** The contact of a deal: every second one, skipping the newest; the stale deal belongs to the oldest contact. */
function personOf(people: readonly Person[], i: number): Person {
  return i === STALE ? people.at(-1)! : people[10 + 2 * i]!
}

/** Of every five deals two are home sales, one is a rental, and two are vehicles. */
function matterOf({ homes, rentals }: Shop, i: number): Matter {
  const [round, turn] = [Math.floor(i / 5), i % 5]
  if (turn < 2) return ofProperty(HOMES, homes[2 * round + turn]!)
  if (turn === 2) return ofProperty(RENTALS, rentals[round]!)
  const { name, price } = MODELS[modelOf(i)]!
  return { board: VEHICLES, name, amount: price, currency: 'COP' }
}

function modelOf(i: number): number {
  return (2 * Math.floor(i / 5) + (i % 5)) % MODELS.length
}

/** A sale is worth its price, a rental twelve months of rent. */
function ofProperty(board: string, property: Property): Matter {
  const amount = property.list_price! * (board === RENTALS ? 12 : 1)
  return { board, name: property.name, amount, currency: property.currency, property }
}

/** Open deals started in the last weeks; closed deals ended in them. */
function lifetime({ now, time_zone }: Past, person: Person, i: number, roll: Dice) {
  const known = Date.parse(person.created_at) + HOUR
  const closes = (at: number) => dayOf(new Date(at), time_zone)
  if (i === STALE) return { began: known, end: known + 6 * DAY, expected_close_date: closes(known + 30 * DAY) }
  if (i < OPEN) {
    const late = i % 8 === 3
    const expected_close_date = closes(now + (late ? -6 : 3 + roll.below(50)) * DAY)
    const end = now - (2 + roll.below(70)) * HOUR
    return { began: Math.max(known, now - (5 + 1.4 * i) * DAY), end, expected_close_date }
  }
  const began = Math.max(known, now - 85 * DAY)
  const end = Math.min(Math.max(began + 8 * DAY, now - roll.below(30) * DAY), now - 3 * HOUR)
  return { began, end, expected_close_date: closes(end + (roll.below(15) - 7) * DAY) }
}

/** Creates one deal with its history, step by step. */
async function seedDeal(past: Past, deal: Deal): Promise<void> {
  const { act } = past
  const { i, owner, property, began, end, roll } = deal
  const path = pathOf(deal)
  const [first, second, third, ...steps] = moments(began, end, path.length + 3, roll) as [number, number, number]
  const { id: opportunity_id } = await (i % 4 === 1 ? seedConvertedLead(past, deal, first) : createDeal(past, deal))
  const about = { entity_type: 'opportunity', entity_id: opportunity_id } as const
  const item = property ? { property_id: property.id } : { name: deal.name, price: deal.amount, currency: 'COP' }
  await act('add_opportunity_item', { opportunity_id, ...item }, first, owner)
  if (roll.chance(60)) await act('crm_add_note', { ...about, body: roll.one(NOTES) }, second, owner)
  if (i >= OPEN || (i >= 6 && i < 26)) await seedCompletedActivity(past, about, owner, second, third, roll)
  for (const [n, stage] of path.entries())
    await act('crm_move_opportunity_stage', { opportunity_id, stage }, steps[n]!, owner)
  await recordOutcome(past, deal, opportunity_id)
  const pending = pendingOf(i)
  if (pending) await scheduleActivity(past, about, owner, pending, began, roll)
  if (property) await updateAvailability(past, deal, property, path.at(-1))
}

/** The stages the deal passed through, from the second on. */
function pathOf({ i, pipeline }: Deal): string[] {
  const open = pipeline.stages.filter(({ type }) => type === 'open').map(({ name }) => name)
  if (i === SKIPPED) return [open[3]!]
  if (i === STALE) return [open[1]!]
  if (i >= OPEN && i < OPEN + WON) return open.slice(1)
  const depth = (Math.floor(i / 5) + (i % 5)) % open.length
  return open.slice(1, 1 + (i < 6 ? Math.min(depth, 1) : depth))
}

function createDeal({ act }: Past, { i, board, person, owner, began, ...deal }: Deal): Promise<{ id: string }> {
  const fields = {
    pipeline: board,
    name: `${deal.name} · ${person.name}`,
    amount: deal.agreed,
    currency: deal.currency,
    expected_close_date: deal.expected_close_date,
    contact_id: person.id,
    ...attributionOf(i),
  }
  return act('crm_create_opportunity', fields, began, owner)
}

/** Some deals name an advertisement or a referrer; the others take their source from the contact. */
function attributionOf(i: number) {
  const referred = {
    utm_source: 'referral',
    utm_medium: 'referral',
    attribution_detail: REFERRERS[i % REFERRERS.length]!,
  }
  if (i % 6 === 0) return referred
  return i % 6 === 3 ? { utm_source: 'google', utm_medium: 'cpc', utm_campaign: 'apartamentos-bogota' } : {}
}

/** Records the outcome of a closed deal. One open deal was lost and reopened a day later. */
async function recordOutcome({ act, now }: Past, { i, owner, end }: Deal, opportunity_id: string): Promise<void> {
  const lose = (lost_reason: string, at: number) =>
    act('crm_mark_opportunity_outcome', { opportunity_id, outcome: 'lost', lost_reason }, at, owner)
  if (i === REOPENED) {
    await lose('Aplazó la decisión', end)
    await act('crm_update_opportunity', { opportunity_id, status: 'open' }, Math.min(end + DAY, now - HOUR), owner)
  }
  if (i < OPEN) return
  if (i < OPEN + WON) await act('crm_mark_opportunity_outcome', { opportunity_id, outcome: 'won' }, end, owner)
  else await lose(REASONS[i - OPEN - WON]!, end)
}

/** The pending activity of a deal, if any: six of the ten overdue and five of the eight due today. */
function pendingOf(i: number): Pending | undefined {
  if (i >= 2 && i < 12) return ['upcoming', i - 2]
  if (i >= 12 && i < 18) return ['overdue', i - 12]
  return i >= 18 && i < 23 ? ['today', i - 18] : undefined
}

const HELD: Record<string, string> = { Oferta: 'reservado', Contrato: 'reservado', 'Promesa y crédito': 'en promesa' }

/** Takes a sold or rented property off the market, and reserves one in an advanced stage. */
async function updateAvailability(
  { act }: Past,
  { i, board, owner, end }: Deal,
  { id: property_id }: Property,
  stage = '',
): Promise<void> {
  const gone = { availability: board === RENTALS ? 'arrendado' : 'vendido', active: false, published: false }
  if (i >= OPEN && i < OPEN + WON) await act('update_property', { property_id, ...gone }, end, owner)
  else if (i < OPEN && HELD[stage]) await act('update_property', { property_id, availability: HELD[stage] }, end, owner)
}
