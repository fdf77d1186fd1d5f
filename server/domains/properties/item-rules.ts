import type { InterestItem, Property } from '#contract/records/property.ts'
import * as crm from '#domains/crm/rules.ts'
import { reject } from '#kernel/problem.ts'

export type Fields = Pick<InterestItem, 'name' | 'quantity' | 'price' | 'currency'>

export type Asked = {
  name?: string | undefined
  quantity?: number | undefined
  price?: number | null | undefined
  currency?: string | undefined
}

/** A new item: a property, which brings its name and price, or anything by its name. */
export function create(asked: Asked, property: Property | undefined, currency: string): Fields {
  if (property && asked.name !== undefined)
    reject(
      'invalid_value',
      'A property brings its own name; leave name out, or give it instead of property_id.',
      'name',
    )
  const blank: Fields = { name: '', quantity: 1, price: null, currency }
  return revise(
    property ? { ...blank, name: property.name, price: property.list_price, currency: property.currency } : blank,
    asked,
  )
}

/** The item as it will be. */
export function revise(before: Fields, { name, quantity, price, currency }: Asked): Fields {
  const after = {
    name: name?.trim() ?? before.name,
    quantity: quantity === undefined ? before.quantity : hundredths(quantity),
    price: price === undefined ? before.price : price && hundredths(price),
    currency: currency === undefined ? before.currency : crm.currency(currency),
  }
  if (!after.name) reject('missing_field', 'Say what it is: give property_id or name.', 'name')
  return after
}

/** As the database keeps it. */
function hundredths(amount: number): number {
  return Math.round(amount * 100) / 100
}

/** What the timeline remembers of an item. */
export function summary({ name, quantity, price, currency }: Fields): Fields {
  return { name, quantity, price, currency }
}
