import type { Compared, Money } from '#contract/records/report.ts'

/** To one decimal, as every percentage and every mean is told. */
export function rounded(value: number): number {
  return Math.round(value * 10) / 10
}

/** A share of the whole in percent; null where there is nothing to share. */
export function rate(part: number, whole: number): number | null {
  return whole === 0 ? null : rounded((part / whole) * 100)
}

export function mean(sum: number, count: number): number | null {
  return count === 0 ? null : rounded(sum / count)
}

/** Beside what it was. From nothing there is no percentage. */
export function compared(current: number | null, previous: number | null | undefined): Compared {
  const change = current === null || !previous ? null : rounded(((current - previous) / previous) * 100)
  return { current, previous: previous ?? null, change }
}

export type Sum = { currency: string; amount: number; count: number; without_amount: number }

/** Sums by currency, told in one of them. */
export function money(sums: readonly Sum[], currency: string): Money {
  const by = Map.groupBy(sums, (sum) => sum.currency)
  const by_currency = [...by]
    .map(([name, rows]) => ({ currency: name, amount: total(rows, 'amount'), count: total(rows, 'count') }))
    .sort((a, b) => b.count - a.count || a.currency.localeCompare(b.currency))
  return {
    currency,
    amount: by_currency.find((each) => each.currency === currency)?.amount ?? 0,
    by_currency,
    mixed_currency: by_currency.some((each) => each.currency !== currency),
    without_amount: total(sums, 'without_amount'),
  }
}

/** Added in cents, so that no sum shows what binary fractions leave over. */
export function total<K extends string>(rows: readonly Record<K, number>[], field: K): number {
  return Math.round(rows.reduce((sum, row) => sum + row[field] * 100, 0)) / 100
}
