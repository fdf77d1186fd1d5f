import { parsePhoneNumberFromString, type CountryCode, type PhoneNumber } from 'libphonenumber-js/min'
import { addDays, dayOf, startOfDay, startOfMonth, startOfWeek } from '#contract/periods.ts'
import { canonicalPhone, isLinkedId, phoneVariants } from '#contract/phone.ts'
import type { Contact } from '#contract/records/contact.ts'
import type { KeptAttributes } from '#contract/scalars.ts'
import { type Changes, listChanges } from '#kernel/changes.ts'
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

/** Fields that callers may also read and write as custom attributes. */
export const fields_like_attributes = ['city', 'country', 'company_name', 'job_title'] as const

export function isFieldLikeAttribute(key: string): key is (typeof fields_like_attributes)[number] {
  return (fields_like_attributes as readonly string[]).includes(key)
}

export type Fields = Pick<Contact, TextField | 'identifier' | 'blocked' | 'custom_attributes'>

/** A patch: absent fields stay unchanged, an empty text or null clears. */
export type Patch = { [F in TextField | 'identifier']?: string | null | undefined } & {
  blocked?: boolean | undefined
  custom_attributes?: KeptAttributes | undefined
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

/** Creates a contact, which needs a name and a phone number or e-mail. */
export function create(patch: Patch, country: string): Fields {
  const contact = createKnown(patch, country)
  return isReachable(contact) ? contact : rejectUnreachable()
}

/** Creates a contact that is identified otherwise, by a channel or an identifier. */
export function createKnown(patch: Patch, country: string): Fields {
  return revise(blank, patch, country)
}

/** Applies a patch. A contact keeps its name, and a phone number or e-mail if it had one. */
export function revise(before: Fields, given: Patch, country: string): Fields {
  const patch = withFieldsFromAttributes(given)
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
  return isReachable(before) && !isReachable(after) ? rejectUnreachable() : after
}

/** `custom_attributes.city` means the field `city`, unless the patch has that, too; an attribute of that name is removed. */
function withFieldsFromAttributes(given: Patch): Patch {
  const patch: Patch = { ...given, custom_attributes: { ...given.custom_attributes } }
  for (const [key, value] of Object.entries(given.custom_attributes ?? {})) {
    if (!isFieldLikeAttribute(key)) continue
    if (patch[key] === undefined) patch[key] = value === null ? null : String(value)
    patch.custom_attributes![key] = null
  }
  return patch
}

function isReachable({ phone_number, email }: Fields): boolean {
  return phone_number !== null || email !== null
}

function rejectUnreachable(): never {
  return reject('missing_field', 'A contact needs a phone_number or an email; give at least one.', 'phone_number')
}

/** Changed fields with their old and new value. */
export const changes = (before: Fields, after: Fields): Changes =>
  listChanges(before, after, Object.keys(blank) as (keyof Fields)[])

/** Merges attributes; null removes one. */
export function mergeAttributes<V>(before: Record<string, V>, patch: Record<string, V | null>): Record<string, V> {
  const entries = Object.entries({ ...before, ...patch }).filter(([, value]) => value !== null)
  const merged = Object.fromEntries(entries) as Record<string, V>
  if (Object.values(patch).some((value) => value !== null)) checkAttributes(merged)
  return merged
}

const MAX_ATTRIBUTES = 500
const MAX_CHARACTERS = 100_000

/** Limits the size, because every read, list and event carries all attributes. */
function checkAttributes(attributes: Record<string, unknown>): void {
  const isWithinCount = Object.keys(attributes).length <= MAX_ATTRIBUTES
  if (isWithinCount && JSON.stringify(attributes).length <= MAX_CHARACTERS) return
  const limit = `${MAX_ATTRIBUTES} custom attributes of ${MAX_CHARACTERS.toLocaleString('en')} characters in total`
  reject('invalid_value', `A record can have at most ${limit}; remove or shorten some.`, 'custom_attributes')
}

function clean(field: TextField | 'identifier', value: string | null, country: string): string | null {
  const text = value?.trim()
  if (!text) return null
  if (field === 'phone_number') return phoneNumber(text, country)
  if (field === 'email') return emailAddress(text)
  return text
}

/** Converts to canonical E.164, assuming the account's country. A leading 00 counts as a plus. */
export function phoneNumber(text: string, country: string): string {
  return (
    findPhoneNumber(text, country) ??
    reject(
      'invalid_value',
      `"${text}" is not a valid phone number; include the country code, such as +573001234567.`,
      'phone_number',
    )
  )
}

/** The number as canonical E.164, or undefined if it is not a phone number. */
export function findPhoneNumber(text: string, country: string): string | undefined {
  // Short numbers with a plus belong to services and are in no country's numbering plan.
  const short = /^\+[1-9]\d{5,7}$/.exec(text.trim())?.[0]
  return e164(text.replace(/^\s*00/, '+'), country) ?? e164(text, country) ?? short
}

function e164(text: string, country: string): string | undefined {
  const written = parsePhoneNumberFromString(text, country as CountryCode)
  const canonical = written && canonicalPhone(written.number)
  const parsed = canonical === written?.number ? written : parsePhoneNumberFromString(canonical!)
  return parsed && isPhone(parsed) ? parsed.number : undefined
}

/** New ranges are accepted before the library knows them, except at the length of linked ids, which are no phone numbers. */
function isPhone(parsed: PhoneNumber): boolean {
  const digits = parsed.number.length - 1
  return digits < MIN_LINKED_DIGITS ? parsed.isPossible() : digits < 15 && parsed.isValid()
}

const MIN_LINKED_DIGITS = 14

/** A channel may send a linked id, which is no phone number, in place of one; it becomes the identifier. */
export function setAsideLinkedId<P extends Pick<Patch, 'phone_number' | 'identifier'>>(patch: P, country: string): P {
  const { phone_number, identifier } = patch
  const digits = /^\+?(\d+)$/.exec(phone_number?.trim() ?? '')?.[1]
  if (!digits) return patch
  const isTooLong = digits.length >= MIN_LINKED_DIGITS && findPhoneNumber(phone_number!, country) === undefined
  if (!isTooLong && !isLinkedId(digits, identifier)) return patch
  return { ...patch, phone_number: undefined, identifier: identifier?.trim() || digits }
}

export function emailAddress(text: string): string {
  return (
    findEmailAddress(text) ??
    reject('invalid_value', `"${text}" is not a valid e-mail address; correct or remove it.`, 'email')
  )
}

/** The address in lower case, or undefined if it is not an address. */
export function findEmailAddress(text: string): string | undefined {
  const email = text.trim().toLowerCase()
  const isAddress = email.length <= 254 && /^[^\s@<>"]+@[^\s@<>".]+(\.[^\s@<>".]+)+$/.test(email)
  return isAddress ? email : undefined
}

/** Terms that must all match: the words, or the digits of a phone number in any notation. */
export function searchTerms(query: string): string[] {
  const digits = query.replace(/\D/g, '')
  if (/^[\d\s()+.-]+$/.test(query) && digits.length >= 3) return [digits]
  // Drops terms that are only combining accents, which fold to nothing.
  return query.split(/\s+/).filter((term) => term.replace(/\p{M}/gu, '') !== '')
}

/** The forms of a term: complete digits of a phone number match whichever form the contact or the caller uses. */
export function termVariants(term: string, country: string): string[] {
  if (!/^\d{8,15}$/.test(term)) return [term]
  const phones = [`+${term}`, term].flatMap((text) => findPhoneNumber(text, country) ?? [])
  const forms = phones.flatMap(phoneVariants).map((phone) => phone.slice(1))
  return [term, ...new Set(forms.filter((digits) => !digits.includes(term)))]
}

/** True if few contacts can match: a number, an address, a full name. */
export function isRare(terms: readonly string[]): boolean {
  return terms.length > 2 || terms.some((term) => term.length > 4 && /[\d@]/.test(term))
}

type Period = {
  period?: 'today' | 'week' | 'month' | 'all_time' | 'custom' | undefined
  date_from?: string | undefined
  date_to?: string | undefined
}

/** Bounds of the creation time: `from` inclusive, `to` exclusive. */
export function createdWithin(
  { period = 'all_time', date_from, date_to }: Period,
  now: Date,
  zone: string,
): { from?: Date; to?: Date } {
  if (period !== 'custom' && (date_from ?? date_to) !== undefined) {
    reject(
      'invalid_value',
      'date_from and date_to require period=custom.',
      date_from === undefined ? 'date_to' : 'date_from',
    )
  }
  if (period === 'all_time') return {}
  const today = dayOf(now, zone)
  if (period === 'custom') {
    if (date_from === undefined && date_to === undefined) {
      reject('missing_field', 'period=custom requires date_from, date_to or both.', 'date_from')
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

/** The remaining contact, with missing fields from the duplicate. `blocked` is not taken over. */
export function merge(remaining: Fields, duplicate: Fields): Fields {
  const own = Object.fromEntries(
    text_fields.filter((field) => remaining[field]).map((field) => [field, remaining[field]]),
  )
  return {
    ...duplicate,
    ...own,
    identifier: remaining.identifier ?? duplicate.identifier,
    blocked: remaining.blocked,
    custom_attributes: { ...duplicate.custom_attributes, ...remaining.custom_attributes },
  }
}
