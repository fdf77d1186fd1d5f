import type { Property } from '#contract/records/property.ts'
import type { Input } from '#web/app/api.ts'
import { readAmount } from '#web/app/format/amount.ts'

export const text_fields = [
  'code',
  'name',
  'project_name',
  'description',
  'city',
  'sector',
  'address',
  'property_type',
  'availability',
  'currency',
  'listing_url',
] as const
export const number_fields = ['list_price', 'bedrooms', 'bathrooms', 'area_m2', 'parking_spaces', 'stratum'] as const

type TextName = (typeof text_fields)[number]
type NumberName = (typeof number_fields)[number]
export type Draft = Record<TextName | NumberName, string> & {
  operation: Property['operation']
  active: boolean
  published: boolean
}

/** The form values of a property. */
export function toDraft(property: Property | undefined, currency: string): Draft {
  const values = [...text_fields, ...number_fields].map((key) => [key, String(property?.[key] ?? '')])
  return {
    ...(Object.fromEntries(values) as Record<TextName | NumberName, string>),
    ...(!property && { currency }),
    operation: property?.operation ?? 'venta',
    active: property?.active ?? true,
    published: property?.published ?? false,
  }
}

/** The input for the operations, or the first field that is not a number. */
export function readDraft(draft: Draft): { input: Input<'create_property'> } | { wrong: NumberName } {
  const numbers = number_fields.map((key) => [key, readAmount(draft[key])] as const)
  const wrong = numbers.find(([, value]) => value === undefined)?.[0]
  if (wrong) return { wrong }
  const texts = text_fields.map((key) => [key, draft[key].trim()])
  const { operation, active, published } = draft
  const input = { ...Object.fromEntries(texts), ...Object.fromEntries(numbers), operation, active, published }
  // The server has defaults for these.
  for (const key of ['availability', 'currency']) if (!input[key]) delete input[key]
  return { input: input as Input<'create_property'> }
}
