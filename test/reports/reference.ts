import { addDays, dayOf } from '#contract/periods.ts'
import type { Money } from '#contract/records/report.ts'
import { type Count, countsOf, type Entry, type Fact, factsOf } from './history.ts'
import type { Deal, Raw } from './raw.ts'
import type { Talk } from './world.ts'

/*
 * Every figure of every report, by loops over everything there is: reference-inbox.ts, reference-sales.ts and
 * reference-leads.ts. It is slow, it asks nothing of what reports are made of, and it is meant to be obviously right: where
 * a report says something else, one of the two is wrong. Here are the words all of them use.
 */

/** Days, both included; where they end within the last one, the moment. */
export type Days = { from: string | null; to: string; until?: Date }

/** Whether something happened on these days of the workspace. */
export function on({ zone }: Raw, at: string, { from, to, until }: Days): boolean {
  const day = dayOf(new Date(at), zone)
  return (from === null || day >= from) && day <= to && (until === undefined || Date.parse(at) < until.getTime())
}

/** By the day it was closed; where the days end within their last one, only what was closed before. */
export function closedOn(
  _: Raw,
  { status, actual_close_date: day, closed_at }: Deal,
  { from, to, until }: Days,
): boolean {
  if (status === 'open' || day === null || (from !== null && day < from) || day > to) return false
  return until === undefined || day < to || Date.parse(closed_at!) < until.getTime()
}

/** What has happened is over: it is told once, though it is asked of often. */
const counted = new WeakMap<readonly Entry[], Count[]>()
const facts = new WeakMap<readonly Entry[], Fact>()

function once<T>(told: WeakMap<readonly Entry[], T>, log: readonly Entry[], tell: () => T): T {
  const known = told.get(log) ?? tell()
  told.set(log, known)
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

/** Those of contacts who first wrote to the inbox. */
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
  const said = (key: string) => {
    const value = attributes[key]
    return typeof value === 'string' ? value.trim().toLowerCase() || null : null
  }
  return { source: said('utm_source') ?? said('source'), medium: said('utm_medium'), campaign: said('utm_campaign') }
}

/** As machines write it: small, without accents or spaces. */
export function machine(text: string | null): string | null {
  return text?.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim().replace(/\s+/g, '_') || null
}

export function key(...parts: (string | null)[]): string {
  return JSON.stringify(parts)
}

export function shown({
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

/** What they are worth, each currency by itself, counted in cents. */
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
  return person ? named(person) : null
}

export function named({ id, name }: { id: string; name: string }) {
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
