import type { Input } from '#web/app/api.ts'

/** Filters of the list in the address. */
export type PropertyFilters = {
  q?: string
  city?: string
  sector?: string
  operation?: Operation
  type?: string
  availability?: string
  min_price?: string
  max_price?: string
  min_bedrooms?: string
  max_bedrooms?: string
  published?: '1'
  inactive?: '1'
}
export type Operation = (typeof operations)[number]
export const operations = ['venta', 'arriendo'] as const

const texts = ['q', 'city', 'sector', 'type', 'availability'] as const
const numbers = ['min_price', 'max_price', 'min_bedrooms', 'max_bedrooms'] as const

/** Reads filters from an address and drops invalid values. */
export function readPropertyFilters(search: PropertyFilters): PropertyFilters {
  const operation = operations.find((each) => each === search.operation)
  return {
    ...Object.fromEntries(texts.flatMap((key) => (isText(search[key]) ? [[key, search[key]]] : []))),
    ...(operation && { operation }),
    ...Object.fromEntries(numbers.flatMap((key) => (isNumber(search[key]) ? [[key, String(search[key])]] : []))),
    ...(search.published === '1' && { published: '1' as const }),
    ...(search.inactive === '1' && { inactive: '1' as const }),
  }
}

export function toInput({ q, city, sector, operation, type, availability, ...others }: PropertyFilters) {
  const ranges = numbers.flatMap((key) => (others[key] === undefined ? [] : [[key, Number(others[key])]]))
  return {
    ...(q && { name_search: q }),
    ...(city && { city }),
    ...(sector && { sector }),
    ...(operation && { operation }),
    ...(type && { property_type: type }),
    ...(availability && { availability }),
    ...(Object.fromEntries(ranges) as Record<string, number>),
    ...(others.published && { only_published: true }),
    ...(others.inactive && { only_active: false }),
  } satisfies Input<'list_crm_properties'>
}

export const isFiltered = (filters: PropertyFilters) => Object.keys(filters).length > 0

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''
const isNumber = (value: unknown) => typeof value === 'string' && /^\d{1,14}(\.\d+)?$/.test(value)
