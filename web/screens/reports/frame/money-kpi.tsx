import type { Money } from '#contract/records/report.ts'
import { useAccount } from '#web/session.ts'
import { useFigures } from '#web/screens/reports/figures.ts'
import { useReportWords } from '#web/screens/reports/words.ts'
import { Kpi } from './kpi.tsx'

type Props = {
  name: string
  help: string
  of: Money | undefined
  was: Money | undefined
  wanted: 'more' | 'less'
}

/** An amount among the main figures; below it what is not in it: other currencies, and what has no amount. */
export function MoneyKpi({ of, was, ...props }: Props) {
  const { default_currency } = useAccount()
  const words = useReportWords()
  const { amount, count, others } = useFigures()
  const notes = of && [
    others(of) && `+ ${others(of)}`,
    of.without_amount > 0 && words.withoutAmount(count(of.without_amount)),
  ]
  return (
    <Kpi
      {...props}
      write={amount(of?.currency ?? default_currency)}
      value={of?.amount}
      was={was?.amount}
      note={notes?.filter(Boolean).join(' · ') ?? ''}
    />
  )
}
