import type { Money } from '#contract/records/report.ts'
import type { ReportList } from '#contract/report-lists.ts'
import { useAccount } from '#web/app/session.ts'
import { useFormats } from '#web/screens/reports/formats.ts'
import { useReportWords } from '#web/screens/reports/words.ts'
import { Kpi } from './kpi.tsx'

type Props = {
  name: string
  help: string
  money: Money | undefined
  previous: Money | undefined
  better?: 'higher' | 'lower' | undefined
  list?: ReportList | undefined
}

/** An amount, with a note on what it leaves out: other currencies and records without an amount. */
export function MoneyKpi({ money, previous, ...props }: Props) {
  const { default_currency } = useAccount()
  const words = useReportWords()
  const { amount, count, others } = useFormats()
  const notes = money && [
    others(money) && `+ ${others(money)}`,
    money.without_amount > 0 && words.withoutAmount(count(money.without_amount)),
  ]
  return (
    <Kpi
      {...props}
      format={amount(money?.currency ?? default_currency)}
      value={money?.amount}
      previous={previous?.amount}
      note={notes?.filter(Boolean).join(' · ') ?? ''}
    />
  )
}
