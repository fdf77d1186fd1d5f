import type { Loss } from '#domains/reports/loss.ts'
import { money, rate, type Sum } from '#domains/reports/rules.ts'
import { folded } from '#kernel/reference.ts'

export type Reason = Sum & { reason: string | null }

/** What was lost by each reason, the most frequent first, then what it would have been worth. Nothing without one is left out. */
export function losses(
  rows: readonly Reason[],
  currency: string,
  reasonless: string,
  keyOf: (reason: string) => string = (reason) => reason,
): Loss[] {
  const count = countOf(rows)
  const { amount } = money(rows, currency)
  const by = Map.groupBy(rows, ({ reason }) => (reason === null ? null : keyOf(reason)))
  return [...by.values()]
    .map((own) => {
      const reason = usual(own)
      const lost = money(own, currency)
      return {
        reason,
        name: reason ?? reasonless,
        count: countOf(own),
        share: rate(countOf(own), count),
        amount: lost,
        amount_share: rate(lost.amount, amount),
      }
    })
    .sort((a, b) => b.count - a.count || b.amount.amount - a.amount.amount || a.name.localeCompare(b.name))
}

/** Reasons people write in their own words are the same without case, accents or spaces to spare. */
export function ownWords(reason: string): string {
  return folded(reason).replace(/\s+/g, ' ')
}

/** How it is mostly written. */
function usual(rows: readonly Reason[]): string | null {
  const written = [...Map.groupBy(rows, ({ reason }) => reason)].map(([reason, own]) => ({
    reason,
    count: countOf(own),
  }))
  const [first] = written.sort((a, b) => b.count - a.count || String(a.reason).localeCompare(String(b.reason)))
  return first!.reason
}

function countOf(rows: readonly Pick<Sum, 'count'>[]): number {
  return rows.reduce((sum, row) => sum + row.count, 0)
}
