import { z } from 'zod'
import { attributeChanges, id, line, text, written } from '#contract/scalars.ts'

export const property_id = id.describe('Id of the property')

/** The bound keeps every amount exact to the cent. */
const amount = z.number().min(0).max(90_000_000_000_000)
const count = z.int().min(0).max(10_000)

export const currency = z.string().regex(/^\s*[A-Za-z]{3}\s*$/, 'Write the currency as its ISO code, such as COP')
export const price = amount

/** A page or a picture elsewhere. */
export const webAddress = written
  .max(2000)
  .refine((address) => isWebAddress(address), 'Write the address in full, beginning with https://')

function isWebAddress(address: string): boolean {
  return URL.canParse(address) && new URL(address).protocol === 'https:'
}

/** The fields of a property as callers send them, but for its code and name. */
const optional = {
  project_name: line.describe('The project or building it is part of'),
  description: text,
  city: line,
  sector: line.describe('Part of the city'),
  address: line,
  property_type: line.describe('Such as apartamento, casa, lote, oficina'),
  availability: line.describe('Such as disponible, reservado, vendido. Default disponible.'),
  list_price: amount,
  currency: currency.describe('ISO code. Default: that of the workspace'),
  bedrooms: count,
  bathrooms: count,
  area_m2: z.number().min(0).max(1_000_000_000),
  parking_spaces: count,
  stratum: z.int().min(1).max(6),
  listing_url: z.union([z.literal(''), webAddress]).describe('Its page for customers'),
}
type Optional = typeof optional

const clearable = Object.fromEntries(
  Object.entries(optional).map(([name, field]) => [name, (field as z.ZodType).nullable().optional()]),
) as { [F in keyof Optional]: z.ZodOptional<z.ZodNullable<Optional[F]>> }

/** What may change of one property or of many; null or an empty text clears. */
export const propertyChanges = {
  ...clearable,
  operation: line.optional().describe('venta (or compra), arriendo (or alquiler), venta_arriendo'),
  active: z.boolean().optional().describe('On offer. Default true.'),
  published: z.boolean().optional().describe('Shown to the public. Default false.'),
  custom_attributes: attributeChanges
    .optional()
    .describe('Attributes to set, merged with those there; null removes one'),
}

export const code = line.describe('Your own code for it, such as APT-BOG-0012. Unique in the workspace.')

/** What an item says besides what it is. */
export const itemFields = {
  quantity: z.number().min(0.01).max(1_000_000).optional().describe('How many. Default 1.'),
  price: amount.nullable().optional().describe('For one. Default: the list price of the property'),
  currency: currency.optional().describe('ISO code. Default: that of the property, or of the record'),
}
