import type { Loss } from './lost-reason.ts'
import { money, rate, type Sum, total } from '#domains/reports/rules.ts'
import { fold } from '#kernel/filters/reference.ts'

export type Reason = Sum & { reason: string | null }

/** Losses per reason, most frequent first, then by amount. Losses without a reason are one group. */
export function toLosses(rows: readonly Reason[], currency: string, no_reason: string): Loss[] {
  const count = total(rows, 'count')
  const { amount } = money(rows, currency)
  const by = Map.groupBy(rows, ({ reason }) => (reason === null ? null : normaliseReason(reason)))
  return [...by.values()]
    .map((own) => {
      const reason = mostCommonSpelling(own)
      const lost = money(own, currency)
      return {
        reason,
        name: reason ?? no_reason,
        count: total(own, 'count'),
        share: rate(total(own, 'count'), count),
        amount: lost,
        amount_share: rate(lost.amount, amount),
      }
    })
    .sort((a, b) => b.count - a.count || b.amount.amount - a.amount.amount || a.name.localeCompare(b.name))
}

/** Reasons are grouped ignoring case, accents and extra spaces. */
function normaliseReason(reason: string): string {
  return fold(reason).replace(/\s+/g, ' ')
}

/** The most frequent spelling of a reason. */
function mostCommonSpelling(rows: readonly Reason[]): string | null {
  const spellings = [...Map.groupBy(rows, ({ reason }) => reason)].map(([reason, own]) => ({
    reason,
    count: total(own, 'count'),
  }))
  const [first] = spellings.sort((a, b) => b.count - a.count || String(a.reason).localeCompare(String(b.reason)))
  return first!.reason
}
