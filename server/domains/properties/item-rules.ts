import type { InterestItem, Property } from '#contract/records/property.ts'
import * as crm from '#domains/crm/records/rules.ts'
import { reject } from '#kernel/problem.ts'

export type Fields = Pick<InterestItem, 'name' | 'quantity' | 'price' | 'currency'>

export type ItemInput = {
  name?: string | undefined
  quantity?: number | undefined
  price?: number | null | undefined
  currency?: string | undefined
}

/** A new item: a property with its name and price, or anything else by name. */
export function create(input: ItemInput, property: Property | undefined, currency: string): Fields {
  if (property && input.name !== undefined)
    reject('invalid_value', 'A property has its own name; give name or property_id, not both.', 'name')
  const blank: Fields = { name: '', quantity: 1, price: null, currency }
  return revise(
    property ? { ...blank, name: property.name, price: property.list_price, currency: property.currency } : blank,
    input,
  )
}

/** The item after the patch. */
export function revise(before: Fields, { name, quantity, price, currency }: ItemInput): Fields {
  const after = {
    name: name?.trim() ?? before.name,
    quantity: quantity === undefined ? before.quantity : toCents(quantity),
    price: price === undefined ? before.price : price && toCents(price),
    currency: currency === undefined ? before.currency : crm.currency(currency),
  }
  if (!after.name) reject('missing_field', 'An item needs property_id or name.', 'name')
  return after
}

/** Rounded to two decimals, as it is stored. */
function toCents(amount: number): number {
  return Math.round(amount * 100) / 100
}

/** The fields of an item on the timeline. */
export function summary({ name, quantity, price, currency }: Fields): Fields {
  return { name, quantity, price, currency }
}
