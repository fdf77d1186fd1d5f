import type { Money } from '#contract/records/report.ts'
import { useFigures } from '#web/screens/reports/figures.ts'

/** An amount, and below it what is in other currencies: they are never added up. */
export function MoneyCell({ of }: { of: Money }) {
  const { amount, others } = useFigures()
  const beside = others(of)
  return (
    <>
      {amount(of.currency)(of.amount)}
      {beside && <span className="block text-xs text-ink-3">+ {beside}</span>}
    </>
  )
}
