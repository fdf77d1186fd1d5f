import type { StageTotals } from '#contract/records/crm.ts'
import { useMoney } from '#web/app/format/money.ts'

/** Formats amounts, one per currency. */
export function useAmounts() {
  const money = useMoney()
  return (
    amounts: StageTotals['leads']['amounts'],
    of: 'amount' | 'weighted' = 'amount',
    how: 'short' | 'full' = 'short',
  ) =>
    amounts
      .filter((each) => each[of] > 0)
      .map((each) => money[how](each[of], each.currency))
      .join(' · ')
}
