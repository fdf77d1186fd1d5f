import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/min'
import { addDays, dayOf, startOfDay, startOfMonth, startOfWeek } from '#contract/periods.ts'
import type { Contact } from '#contract/records/contact.ts'
import { reject } from '#kernel/problem.ts'

export const text_fields = [
  'name',
  'phone_number',
  'email',
  'city',
  'country',
  'company_name',
  'job_title',
  'bio',
] as const
type TextField = (typeof text_fields)[number]

export type Fields = Pick<Contact, TextField | 'identifier' | 'blocked' | 'custom_attributes'>

/** What a caller may send: absent is untouched, an empty text or null clears. */
export type Patch = { [F in TextField | 'identifier']?: string | null | undefined } & {
  blocked?: boolean | undefined
  custom_attributes?: Record<string, string | number | boolean | null> | undefined
}

const blank: Fields = {
  name: '',
  phone_number: null,
  email: null,
  city: null,
  country: null,
  company_name: null,
  job_title: null,
  bio: null,
  identifier: null,
  blocked: false,
  custom_attributes: {},
}

/** A new contact has a name, and a phone number or an e-mail. */
export function create(patch: Patch, country: string): Fields {
  const contact = createKnown(patch, country)
  return isReachable(contact) ? contact : unreachable()
}

/** A new contact known by something else than a phone number or an e-mail: a channel they write by, an identifier. */
export function createKnown(patch: Patch, country: string): Fields {
  return revise(blank, patch, country)
}

/** The contact as it will be. It keeps a name, and at least one of phone number and e-mail if it had any. */
export function revise(before: Fields, patch: Patch, country: string): Fields {
  const after: Fields = {
    ...before,
    blocked: patch.blocked ?? before.blocked,
    custom_attributes: mergeAttributes(before.custom_attributes, patch.custom_attributes ?? {}),
  }
  for (const field of [...text_fields, 'identifier'] as const) {
    const value = patch[field]
    if (value !== undefined) after[field] = clean(field, value, country) as string
  }
  if (!after.name) reject('missing_field', 'A contact needs a name.', 'name')
  return isReachable(before) && !isReachable(after) ? unreachable() : after
}

function isReachable({ phone_number, email }: Fields): boolean {
  return phone_number !== null || email !== null
}

function unreachable(): never {
  return reject('missing_field', 'A contact needs a phone_number or an email; give at least one.', 'phone_number')
}

/** Which fields differ, each with its value before and after. */
export function changes(before: Fields, after: Fields): Record<string, { from: never; to: never }> {
  const fields = Object.keys(blank) as (keyof Fields)[]
  const differing = fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
  return Object.fromEntries(
    differing.map((field) => [field, { from: before[field] as never, to: after[field] as never }]),
  )
}

/** Sent attributes are merged with those there; null removes one. */
export function mergeAttributes(
  before: Fields['custom_attributes'],
  sent: NonNullable<Patch['custom_attributes']>,
): Fields['custom_attributes'] {
  const kept = Object.entries({ ...before, ...sent }).filter(([, value]) => value !== null)
  const merged = Object.fromEntries(kept) as Fields['custom_attributes']
  if (Object.values(sent).some((value) => value !== null)) checkAttributes(merged)
  return merged
}

const MOST_ATTRIBUTES = 500
const MOST_CHARACTERS = 100_000

/** A record is read, listed and told with all its attributes, so that there is an end to them. */
function checkAttributes(attributes: Fields['custom_attributes']): void {
  const isFew = Object.keys(attributes).length <= MOST_ATTRIBUTES
  if (isFew && JSON.stringify(attributes).length <= MOST_CHARACTERS) return
  const most = `${MOST_ATTRIBUTES} custom attributes of ${MOST_CHARACTERS.toLocaleString('en')} characters together`
  reject('invalid_value', `A record has at most ${most}; remove some, or shorten them.`, 'custom_attributes')
}

function clean(field: TextField | 'identifier', value: string | null, country: string): string | null {
  const text = value?.trim()
  if (!text) return null
  if (field === 'phone_number') return phoneNumber(text, country)
  if (field === 'email') return emailAddress(text)
  return text
}

/** The number as E.164, read as the account's country writes it; 00 before the country code is as good as a plus. */
export function phoneNumber(text: string, country: string): string {
  return (
    findPhoneNumber(text, country) ??
    reject(
      'invalid_value',
      `"${text}" is not a phone number; write it with its country code, such as +573001234567.`,
      'phone_number',
    )
  )
}

/** The number as E.164, or undefined where it is none. */
export function findPhoneNumber(text: string, country: string): string | undefined {
  // Short numbers with a plus are those of services, which no country's plan knows.
  const short = /^\+[1-9]\d{5,7}$/.exec(text.trim())?.[0]
  return e164(text.replace(/^\s*00/, '+'), country) ?? e164(text, country) ?? short
}

function e164(text: string, country: string): string | undefined {
  const parsed = parsePhoneNumberFromString(text, country as CountryCode)
  return parsed?.isPossible() ? parsed.number : undefined
}

export function emailAddress(text: string): string {
  return findEmailAddress(text) ?? reject('invalid_value', `"${text}" is not an e-mail address.`, 'email')
}

/** The address in small letters, or undefined where it is none. */
export function findEmailAddress(text: string): string | undefined {
  const email = text.trim().toLowerCase()
  const isAddress = email.length <= 254 && /^[^\s@<>"]+@[^\s@<>".]+(\.[^\s@<>".]+)+$/.test(email)
  return isAddress ? email : undefined
}

/** What must all be found in a contact: each word by part, or the digits of a phone number however it was typed. */
export function searchTerms(query: string): string[] {
  const digits = query.replace(/\D/g, '')
  if (/^[\d\s()+.-]+$/.test(query) && digits.length >= 3) return [digits]
  // An accent alone is no letter, and is in every text and in none.
  return query.split(/\s+/).filter((term) => term.replace(/\p{M}/gu, '') !== '')
}

/** Whether hardly anyone else can match: a number, an address, a name in full. */
export function isRare(terms: readonly string[]): boolean {
  return terms.length > 2 || terms.some((term) => term.length > 4 && /[\d@]/.test(term))
}

type Period = {
  period?: 'today' | 'week' | 'month' | 'all_time' | 'custom' | undefined
  date_from?: string | undefined
  date_to?: string | undefined
}

/** The moments between which a contact was created: from the first on, and before the second. */
export function createdWithin(
  { period = 'all_time', date_from, date_to }: Period,
  now: Date,
  zone: string,
): { from?: Date; to?: Date } {
  if (period !== 'custom' && (date_from ?? date_to) !== undefined) {
    reject(
      'invalid_value',
      'date_from and date_to are used with period=custom.',
      date_from === undefined ? 'date_to' : 'date_from',
    )
  }
  if (period === 'all_time') return {}
  const today = dayOf(now, zone)
  if (period === 'custom') {
    if (date_from === undefined && date_to === undefined) {
      reject('missing_field', 'With period=custom give date_from, date_to or both.', 'date_from')
    }
    if (date_from && date_to && date_from > date_to)
      reject('invalid_value', 'date_from must not be after date_to.', 'date_from')
    return {
      ...(date_from && { from: startOfDay(date_from, zone) }),
      ...(date_to && { to: startOfDay(addDays(date_to, 1), zone) }),
    }
  }
  const first = { today, week: startOfWeek(today), month: startOfMonth(today) }[period]
  return { from: startOfDay(first, zone) }
}

/** The contact that stays, with what only the duplicate knew. Whether they may write is for the one that stays to say. */
export function merge(kept: Fields, duplicate: Fields): Fields {
  const known = Object.fromEntries(text_fields.filter((field) => kept[field]).map((field) => [field, kept[field]]))
  return {
    ...duplicate,
    ...known,
    identifier: kept.identifier ?? duplicate.identifier,
    blocked: kept.blocked,
    custom_attributes: { ...duplicate.custom_attributes, ...kept.custom_attributes },
  }
}
