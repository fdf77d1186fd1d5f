import { z } from 'zod'
import { attributeChanges, id, line, text, written } from '#contract/scalars.ts'

export const property_id = id.describe('Id of the property')

/** The bound keeps every amount exact to the cent. */
const amount = z.number().min(0).max(90_000_000_000_000)
const count = z.int().min(0).max(10_000)

export const currency = z.string().regex(/^\s*[A-Za-z]{3}\s*$/, 'Use the ISO code of the currency, such as COP')
export const price = amount

/** Address of a page or an image on the web. */
export const webAddress = written
  .max(2000)
  .refine((address) => isWebAddress(address), 'Use the full address, starting with https://')

function isWebAddress(address: string): boolean {
  return URL.canParse(address) && new URL(address).protocol === 'https:'
}

/** Fields of a property as callers send them, except code and name. */
const optional = {
  project_name: line.describe('Project or building'),
  description: text,
  city: line,
  sector: line.describe('Neighbourhood or zone'),
  address: line,
  property_type: line.describe('Such as apartamento, casa, lote, oficina'),
  availability: line.describe('Such as disponible, reservado, vendido. Default disponible.'),
  list_price: amount,
  currency: currency.describe('ISO code. Default: the workspace currency'),
  bedrooms: count,
  bathrooms: count,
  area_m2: z.number().min(0).max(1_000_000_000),
  parking_spaces: count,
  stratum: z.int().min(1).max(6),
  listing_url: z.union([z.literal(''), webAddress]).describe('Public listing page'),
}
type Optional = typeof optional

const clearable = Object.fromEntries(
  Object.entries(optional).map(([name, field]) => [name, (field as z.ZodType).nullable().optional()]),
) as { [F in keyof Optional]: z.ZodOptional<z.ZodNullable<Optional[F]>> }

/** Fields that can change in one or many properties; null or an empty string clears one. */
export const propertyChanges = {
  ...clearable,
  operation: line.optional().describe('venta (or compra), arriendo (or alquiler), venta_arriendo'),
  active: z.boolean().optional().describe('Whether it is on offer. Default true.'),
  published: z.boolean().optional().describe('Whether it is shown to the public. Default false.'),
  custom_attributes: attributeChanges.optional().describe('Custom attributes to set; null removes one'),
}

export const code = line.describe('Your own code, such as APT-BOG-0012. Unique in the workspace.')

/** Fields of an item besides its property or name. */
export const itemFields = {
  quantity: z.number().min(0.01).max(1_000_000).optional().describe('Quantity. Default 1.'),
  price: amount.nullable().optional().describe('Unit price. Default: the list price of the property'),
  currency: currency.optional().describe('ISO code. Default: the currency of the property or the record'),
}
