import type { InterestItem } from '#contract/records/property.ts'

/** Totals of the items, one per currency; currencies are never added up. */
export function totalsOf(items: readonly InterestItem[]): { currency: string; amount: number }[] {
  const sums = new Map<string, number>()
  for (const { price, quantity, currency } of items) {
    if (price !== null) sums.set(currency, (sums.get(currency) ?? 0) + price * quantity)
  }
  return [...sums].map(([currency, amount]) => ({ currency, amount: Math.round(amount * 100) / 100 }))
}
