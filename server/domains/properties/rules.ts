import type { Property, PropertyOperation } from '#contract/records/property.ts'
import { mergeAttributes } from '#domains/contacts/rules.ts'
import { currency } from '#domains/crm/records/rules.ts'
import { type Changes, listChanges } from '#kernel/changes.ts'
import { reject } from '#kernel/problem.ts'
import { fold } from '#kernel/filters/reference.ts'

const text_fields = [
  'project_name',
  'description',
  'city',
  'sector',
  'address',
  'property_type',
  'listing_url',
] as const
const count_fields = ['bedrooms', 'bathrooms', 'parking_spaces', 'stratum'] as const

type TextField = (typeof text_fields)[number]
type CountField = (typeof count_fields)[number]
type MandatoryField =
  | 'code'
  | 'name'
  | 'operation'
  | 'availability'
  | 'currency'
  | 'active'
  | 'published'
  | 'custom_attributes'

/** Editable fields of a property. */
export type Fields = Pick<Property, MandatoryField | TextField | CountField | 'list_price' | 'area_m2'>

/** Fields as a caller sends them: an absent one is unchanged, an empty string or null clears it. */
export type Patch = { [F in TextField]?: string | null | undefined } & {
  [F in CountField | 'list_price' | 'area_m2']?: number | null | undefined
} & {
  code?: string | undefined
  name?: string | undefined
  operation?: string | undefined
  availability?: string | null | undefined
  currency?: string | null | undefined
  active?: boolean | undefined
  published?: boolean | undefined
  custom_attributes?: Record<string, string | number | boolean | null> | undefined
}

type Account = { locale: 'es' | 'en'; default_currency: string }

/** A new property needs a code, a name and an operation. */
export function create(patch: Patch, account: Account): Fields {
  if (!patch.operation?.trim())
    reject('missing_field', 'A property needs an operation: venta, arriendo or venta_arriendo.', 'operation')
  return revise(blank(account), patch, account)
}

function blank({ locale, default_currency }: Account): Fields {
  return {
    code: '',
    name: '',
    project_name: null,
    description: null,
    city: null,
    sector: null,
    address: null,
    operation: 'venta',
    property_type: null,
    availability: defaultAvailability(locale),
    list_price: null,
    currency: default_currency,
    bedrooms: null,
    bathrooms: null,
    area_m2: null,
    parking_spaces: null,
    stratum: null,
    active: true,
    published: false,
    listing_url: null,
    custom_attributes: {},
  }
}

function defaultAvailability(locale: Account['locale']): string {
  return locale === 'en' ? 'available' : 'disponible'
}

/** The property after the patch. */
export function revise(before: Fields, patch: Patch, account: Account): Fields {
  const after: Fields = {
    ...before,
    ...optionalFields(patch),
    code: patch.code?.trim() ?? before.code,
    name: patch.name?.trim() ?? before.name,
    operation: patch.operation === undefined ? before.operation : operationOf(patch.operation),
    availability: orDefault(patch.availability, before.availability, defaultAvailability(account.locale)),
    currency:
      patch.currency === undefined ? before.currency : currency(patch.currency?.trim() || account.default_currency),
    active: patch.active ?? before.active,
    published: patch.published ?? before.published,
    custom_attributes: mergeAttributes(before.custom_attributes, patch.custom_attributes ?? {}),
  }
  if (!after.code) reject('missing_field', 'A property needs a code.', 'code')
  if (!after.name) reject('missing_field', 'A property needs a name.', 'name')
  return after
}

/** The given optional fields, normalised. */
function optionalFields(patch: Patch): Partial<Fields> {
  const fields: Partial<Fields> = {}
  for (const field of text_fields) if (patch[field] !== undefined) fields[field] = patch[field]?.trim() || null
  for (const field of count_fields) if (patch[field] !== undefined) fields[field] = patch[field]
  for (const field of ['list_price', 'area_m2'] as const)
    if (patch[field] !== undefined) fields[field] = patch[field] === null ? null : cents(patch[field])
  // One spelling per type keeps filters and lists consistent.
  if (fields.property_type) fields.property_type = fields.property_type.toLowerCase()
  return fields
}

/** A mandatory text; clearing it restores the default. */
function orDefault(value: string | null | undefined, before: string, fallback: string): string {
  return value === undefined ? before : value?.trim() || fallback
}

/** Rounded to two decimals, as it is stored. */
function cents(amount: number): number {
  return Math.round(amount * 100) / 100
}

/** The fields that differ, each with its value before and after. */
export function changes(before: Fields, after: Fields): Changes {
  const fields = Object.keys(blank({ locale: 'es', default_currency: '' })) as (keyof Fields)[]
  return listChanges(before, after, fields)
}

const terms: readonly [PropertyOperation, readonly string[]][] = [
  ['venta', ['venta', 'ventas', 'compra', 'comprar', 'vender', 'sale', 'buy']],
  ['arriendo', ['arriendo', 'arriendos', 'arrendar', 'alquiler', 'alquilar', 'renta', 'rentar', 'rent', 'rental']],
  ['venta_arriendo', ['venta_arriendo', 'venta_y_arriendo', 'arriendo_venta', 'arriendo_y_venta', 'venta_o_arriendo']],
]

/** The operation for the words people use for sale and rent. */
export function operationOf(text: string): PropertyOperation {
  const plain = fold(text).replace(/[^a-z]+/g, '_')
  const found = terms.find(([, words]) => words.includes(plain))
  return (
    found?.[0] ??
    reject(
      'invalid_value',
      `"${text}" is not an operation; use venta (or compra), arriendo (or alquiler), or venta_arriendo.`,
      'operation',
    )
  )
}

/** Stored operations that match: a property for both matches sale and rent. */
export function matchingOperations(text: string): PropertyOperation[] {
  const operation = operationOf(text)
  return operation === 'venta_arriendo' ? [operation] : [operation, 'venta_arriendo']
}

/** The words of a search, all of which must match. */
export function searchTerms(text: string): string[] {
  // A lone accent is no search term.
  return text.split(/\s+/).filter((term) => term.replace(/\p{M}/gu, '') !== '')
}

type Range = {
  min_price?: number | undefined
  max_price?: number | undefined
  min_bedrooms?: number | undefined
  max_bedrooms?: number | undefined
}

/** Rejects ranges with a minimum above the maximum. */
export function checkRanges({ min_price, max_price, min_bedrooms, max_bedrooms }: Range): void {
  if (min_price !== undefined && max_price !== undefined && min_price > max_price)
    reject('invalid_value', 'min_price must not be above max_price.', 'min_price')
  if (min_bedrooms !== undefined && max_bedrooms !== undefined && min_bedrooms > max_bedrooms)
    reject('invalid_value', 'min_bedrooms must not be above max_bedrooms.', 'min_bedrooms')
}
