import type { Output } from '#web/api.ts'
import { Kpi, Kpis } from '#web/screens/reports/frame/kpi.tsx'
import { MoneyKpi } from '#web/screens/reports/frame/money-kpi.tsx'
import { useFigures } from '#web/screens/reports/figures.ts'
import { useReportWords } from '#web/screens/reports/words.ts'

type Report = Output<'get_crm_conversion_report'>

/** How many were won and lost, and what they were worth. */
export function ConversionFigures({ data }: { data: Report | undefined }) {
  const [now, was] = [data?.current, data?.previous ?? undefined]
  return (
    <>
      <Outcomes now={now} was={was} />
      <Worth now={now} was={was} />
    </>
  )
}

type Told = { now: Report['current'] | undefined; was: Report['current'] | undefined }

function Outcomes({ now, was }: Told) {
  const { conversion: words } = useReportWords()
  const { count, percent, days } = useFigures()
  return (
    <Kpis>
      <Kpi
        name={words.rate}
        help={words.rateHelp}
        write={percent}
        value={now?.win_rate}
        was={was?.win_rate}
        wanted="more"
        isRate
      />
      <Kpi name={words.won} help={words.wonHelp} write={count} value={now?.won} was={was?.won} wanted="more" />
      <Kpi name={words.lost} help={words.lostHelp} write={count} value={now?.lost} was={was?.lost} wanted="less" />
      <Kpi
        name={words.cycle}
        help={words.cycleHelp}
        write={days}
        value={now?.median_cycle_days}
        was={was?.median_cycle_days}
        wanted="less"
        note={now?.avg_cycle_days ? words.cycleMean(days(now.avg_cycle_days)) : ''}
      />
    </Kpis>
  )
}

function Worth({ now, was }: Told) {
  const { conversion: words } = useReportWords()
  const { count, percent } = useFigures()
  return (
    <Kpis>
      <MoneyKpi
        name={words.wonAmount}
        help={words.wonAmountHelp}
        of={now?.won_amount}
        was={was?.won_amount}
        wanted="more"
      />
      <MoneyKpi
        name={words.lostAmount}
        help={words.lostAmountHelp}
        of={now?.lost_amount}
        was={was?.lost_amount}
        wanted="less"
      />
      <Kpi
        name={words.rateAmount}
        help={words.rateAmountHelp}
        write={percent}
        value={now?.win_rate_amount}
        was={was?.win_rate_amount}
        wanted="more"
        isRate
      />
      <Kpi name={words.reopened} help={words.reopenedHelp} write={count} value={now?.reopened} was={was?.reopened} />
    </Kpis>
  )
}
