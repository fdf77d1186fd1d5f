import type { Money } from '#contract/records/report.ts'
import { useFormats } from '#web/screens/reports/formats.ts'

/** An amount, and below it the amounts in other currencies, which are never added up. */
export function MoneyCell({ money }: { money: Money }) {
  const { amount, others } = useFormats()
  const rest = others(money)
  return (
    <>
      {amount(money.currency)(money.amount)}
      {rest && <span className="block text-xs text-ink-3">+ {rest}</span>}
    </>
  )
}
