import type { Compared, Money } from '#contract/records/report.ts'

/** Percentages and means are reported with one decimal. */
export function toOneDecimal(value: number): number {
  return Math.round(value * 10) / 10
}

/** Part of the whole in percent; null if the whole is 0. */
export function rate(part: number, whole: number): number | null {
  return whole === 0 ? null : toOneDecimal((part / whole) * 100)
}

export function mean(sum: number, count: number): number | null {
  return count === 0 ? null : toOneDecimal(sum / count)
}

/** Current and previous value, with the change in percent; null if the previous one is 0 or unknown. */
export function compare(current: number | null, previous: number | null | undefined): Compared {
  const change = current === null || !previous ? null : toOneDecimal(((current - previous) / previous) * 100)
  return { current, previous: previous ?? null, change }
}

export type Sum = { currency: string; amount: number; count: number; without_amount: number }

/** Amounts per currency, with the amount in the report currency. */
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

/** Sums in cents, so that no binary fractions remain. */
export function total<K extends string>(rows: readonly Record<K, number>[], field: K): number {
  return Math.round(rows.reduce((sum, row) => sum + row[field] * 100, 0)) / 100
}
