import { addDays, dayOf } from '#contract/periods.ts'
import type { Money } from '#contract/records/report.ts'
import { type Count, countsOf, type Entry, type Fact, factsOf } from './history.ts'
import type { Deal, Raw } from './raw.ts'
import type { Talk } from './world.ts'

/*
 * Every figure of every report, computed by loops over all data: reference-inbox.ts, reference-sales.ts and
 * reference-leads.ts. It is slow, uses none of the stored sums, and is meant to be obviously right: where a report
 * differs, one of the two is wrong. This file has the functions they share.
 */

/** First and last day, inclusive, and the end moment if it lies within the last day. */
export type Days = { from: string | null; to: string; until?: Date }

/** Whether something happened on these days of the workspace. */
export function on({ zone }: Raw, at: string, { from, to, until }: Days): boolean {
  const day = dayOf(new Date(at), zone)
  return (from === null || day >= from) && day <= to && (until === undefined || Date.parse(at) < until.getTime())
}

/** Whether it was closed on these days, and before their end moment if there is one. */
export function closedOn(
  _: Raw,
  { status, actual_close_date: day, closed_at }: Deal,
  { from, to, until }: Days,
): boolean {
  if (status === 'open' || day === null || (from !== null && day < from) || day > to) return false
  return until === undefined || day < to || Date.parse(closed_at!) < until.getTime()
}

/** History does not change, so it is computed once and reused. */
const counted = new WeakMap<readonly Entry[], Count[]>()
const facts = new WeakMap<readonly Entry[], Fact>()

function once<T>(cache: WeakMap<readonly Entry[], T>, log: readonly Entry[], compute: () => T): T {
  const known = cache.get(log) ?? compute()
  cache.set(log, known)
  return known
}

export function factOf({ inbox_id, log }: Talk): Fact {
  return once(facts, log, () => factsOf(inbox_id, log))
}

export function countsIn(raw: Raw, days: Days, inbox?: string): Count[] {
  return raw.talks
    .filter((talk) => inbox === undefined || talk.inbox_id === inbox)
    .flatMap((talk) => once(counted, talk.log, () => countsOf(talk.inbox_id, talk.log, raw.zone)))
    .filter(({ day }) => (days.from === null || day >= days.from) && day <= days.to)
}

export function secondsOf(counts: readonly Count[], measure: string): number[] {
  return counts.filter((each) => each.measure === measure).map(({ seconds }) => seconds)
}

export function wonIn(raw: Raw, days: Days, inbox?: string): Deal[] {
  return from(raw, raw.deals, inbox).filter((deal) => deal.status === 'won' && closedOn(raw, deal, days))
}

/** Records of contacts whose first inbox is this one. */
export function from<R extends { contact_id: string | null }>(raw: Raw, rows: readonly R[], inbox?: string): R[] {
  return rows.filter(
    ({ contact_id }) => inbox === undefined || (contact_id !== null && firstInbox(raw, contact_id) === inbox),
  )
}

export function contactsIn(raw: Raw, inbox?: string) {
  return raw.contacts.filter(({ id }) => inbox === undefined || firstInbox(raw, id) === inbox)
}

export function firstInbox(raw: Raw, contact: string): string | undefined {
  return raw.conversations.find(({ contact_id }) => contact_id === contact)?.inbox_id
}

export function contactOf(raw: Raw, conversation: string) {
  const { contact_id, contact_name } = raw.conversations.find(({ id }) => id === conversation)!
  return { id: contact_id, name: contact_name }
}

export function originOf(attributes: Record<string, unknown>) {
  const valueOf = (key: string) => {
    const value = attributes[key]
    return typeof value === 'string' ? value.trim().toLowerCase() || null : null
  }
  return {
    source: valueOf('utm_source') ?? valueOf('source'),
    medium: valueOf('utm_medium'),
    campaign: valueOf('utm_campaign'),
  }
}

/** A normalised key: lower case, without accents or spaces. */
export function machine(text: string | null): string | null {
  return text?.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim().replace(/\s+/g, '_') || null
}

export function key(...parts: (string | null)[]): string {
  return JSON.stringify(parts)
}

export function originText({
  source,
  medium,
  campaign,
}: {
  source: string | null
  medium: string | null
  campaign: string | null
}) {
  return [source, medium, campaign].map((each) => each ?? '').join('\n')
}

type Priced = { currency: string; amount: number | null }

/** Their value per currency, summed in cents. */
export function moneyOf(rows: readonly Priced[], currency: string): Money {
  const sum = (own: readonly Priced[]) =>
    own.reduce((cents, { amount }) => cents + Math.round((amount ?? 0) * 100), 0) / 100
  return {
    currency,
    amount: sum(rows.filter((row) => row.currency === currency)),
    by_currency: [...Map.groupBy(rows, (row) => row.currency)]
      .map(([name, own]) => ({ currency: name, amount: sum(own), count: own.length }))
      .sort((a, b) => b.count - a.count || a.currency.localeCompare(b.currency)),
    mixed_currency: rows.some((row) => row.currency !== currency),
    without_amount: rows.filter(({ amount }) => amount === null).length,
  }
}

export function ticket(rows: readonly Priced[], currency: string): number | null {
  const own = rows.filter((row) => row.currency === currency && row.amount !== null)
  return own.length === 0 ? null : Math.round((moneyOf(own, currency).amount / own.length) * 100) / 100
}

export function whose(raw: Raw, id: string | null) {
  const agent = personOf(raw, id)
  return { agent, name: agent?.name ?? 'Sin asignar' }
}

export function personOf(raw: Raw, id: string | null) {
  const person = raw.people.find((each) => each.id === id)
  return person ? reference(person) : null
}

export function reference({ id, name }: { id: string; name: string }) {
  return { id, name }
}

export function daysBetween(from: string, to: string): string[] {
  const days: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}

export function compare(current: number | null, previous: number | null) {
  const change = current === null || !previous ? null : tenths(((current - previous) / previous) * 100)
  return { current, previous, change }
}

export function percent(part: number, whole: number): number | null {
  return whole === 0 ? null : tenths((part / whole) * 100)
}

export function tenths(value: number): number {
  return Math.round(value * 10) / 10
}
