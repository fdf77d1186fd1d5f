import * as lists from '#contract/report-lists.ts'
import type { Output } from '#web/app/api.ts'
import { KpiRow } from '#web/screens/reports/frame/kpi-row.tsx'
import { useFormats } from '#web/screens/reports/formats.ts'
import { useReportScope } from '#web/screens/reports/use-report-input.ts'
import { useReportWords } from '#web/screens/reports/words.ts'

/** Counts and amounts of won and lost deals, in two rows. */
export function ConversionKpis({ data }: { data: Output<'get_crm_conversion_report'> | undefined }) {
  const { conversion: words } = useReportWords()
  const { count, percent, days } = useFormats()
  const scope = useReportScope(data?.pipeline?.id)
  const won = lists.closed(['won'], scope)
  const lost = lists.closed(['lost'], scope)
  const all = lists.closed(['won', 'lost'], scope)
  const shared = { words, data: data?.current, previous: data?.previous ?? undefined }
  return (
    <>
      <KpiRow
        {...shared}
        kpis={[
          {
            key: 'rate',
            value: ({ win_rate }) => win_rate,
            format: percent,
            better: 'higher',
            isRate: true,
            list: all,
          },
          { key: 'won', value: (current) => current.won, format: count, better: 'higher', list: won },
          { key: 'lost', value: (current) => current.lost, format: count, better: 'lower', list: lost },
          {
            key: 'cycle',
            value: ({ median_cycle_days }) => median_cycle_days,
            format: days,
            better: 'lower',
            list: won,
            note: ({ avg_cycle_days }) => (avg_cycle_days ? words.cycleMean(days(avg_cycle_days)) : ''),
          },
        ]}
      />
      <KpiRow
        {...shared}
        kpis={[
          { key: 'wonAmount', money: ({ won_amount }) => won_amount, better: 'higher', list: won },
          { key: 'lostAmount', money: ({ lost_amount }) => lost_amount, better: 'lower', list: lost },
          {
            key: 'rateAmount',
            value: ({ win_rate_amount }) => win_rate_amount,
            format: percent,
            better: 'higher',
            isRate: true,
            list: all,
          },
          { key: 'reopened', value: ({ reopened }) => reopened, format: count, list: lists.reopened(scope) },
        ]}
      />
    </>
  )
}
