import type { Property } from '#contract/records/property.ts'
import type { Input } from '#web/api.ts'
import { readAmount } from '#web/parts/amount.ts'

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

/** A property as it is written in a form. */
export function draftOf(property: Property | undefined, currency: string): Draft {
  const said = [...text_fields, ...number_fields].map((key) => [key, String(property?.[key] ?? '')])
  return {
    ...(Object.fromEntries(said) as Record<TextName | NumberName, string>),
    ...(!property && { currency }),
    operation: property?.operation ?? 'venta',
    active: property?.active ?? true,
    published: property?.published ?? false,
  }
}

/** What the form says, as the operations take it; a field that is no number is named instead. */
export function readDraft(draft: Draft): { input: Input<'create_property'> } | { wrong: NumberName } {
  const numbers = number_fields.map((key) => [key, readAmount(draft[key])] as const)
  const wrong = numbers.find(([, value]) => value === undefined)?.[0]
  if (wrong) return { wrong }
  const texts = text_fields.map((key) => [key, draft[key].trim()])
  const { operation, active, published } = draft
  const input = { ...Object.fromEntries(texts), ...Object.fromEntries(numbers), operation, active, published }
  // A new one is free, and in the currency of the workspace, where nothing else is said.
  for (const key of ['availability', 'currency']) if (!input[key]) delete input[key]
  return { input: input as Input<'create_property'> }
}
