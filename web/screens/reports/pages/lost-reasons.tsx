import { useState } from 'react'
import type { Output } from '#web/api.ts'
import { Segmented } from '#web/ui/segmented.tsx'
import { useAccount } from '#web/session.ts'
import { Kpi, Kpis } from '#web/screens/reports/frame/kpi.tsx'
import { MoneyKpi } from '#web/screens/reports/frame/money-kpi.tsx'
import { ReportBody } from '#web/screens/reports/frame/report-body.tsx'
import { SharePanel } from '#web/screens/reports/frame/share-panel.tsx'
import { useFigures } from '#web/screens/reports/figures.ts'
import { usePeriod } from '#web/screens/reports/use-asked.ts'
import { useReport } from '#web/screens/reports/use-report.ts'
import { useReportWords } from '#web/screens/reports/words.ts'

type Report = Output<'get_crm_lost_reasons_breakdown'>
type Loss = Report['reasons'][number]
type By = 'count' | 'amount'

/** Why opportunities and leads were lost. */
export function LostReasons() {
  const { lost: words } = useReportWords()
  const { input, before } = usePeriod()
  const report = useReport('get_crm_lost_reasons_breakdown', input, before)
  return (
    <ReportBody read={report} input={input}>
      <Main {...report} />
      <div className="grid items-start gap-5 @4xl:grid-cols-2">
        <Reasons title={words.reasons} help={words.reasonsHelp} csv="reasons" losses={report.data?.reasons} />
        <Reasons title={words.leadReasons} help={words.leadReasonsHelp} csv="leads" losses={report.data?.leads} />
      </div>
    </ReportBody>
  )
}

function Main({ data, before }: { data: Report | undefined; before: Report | undefined }) {
  const { lost: words, crm } = useReportWords()
  const { count, percent } = useFigures()
  const main = data?.reasons[0]
  return (
    <Kpis>
      <Kpi
        name={words.total}
        help={words.totalHelp}
        write={count}
        value={data?.total.count}
        was={before?.total.count}
        wanted="less"
      />
      <MoneyKpi
        name={words.amount}
        help={words.amountHelp}
        of={data?.total.amount}
        was={before?.total.amount}
        wanted="less"
      />
      <Kpi
        name={words.main}
        help={words.mainHelp}
        write={percent}
        value={data && (main?.share ?? null)}
        isNow
        note={main ? (main.reason ?? crm.noReason) : ''}
      />
      <Kpi
        name={words.leads}
        help={words.leadsHelp}
        write={count}
        value={data?.total_leads}
        was={before?.total_leads}
        wanted="less"
      />
    </Kpis>
  )
}

type Props = { title: string; help: string; csv: string; losses: readonly Loss[] | undefined }

/** How many for each reason, or how much they were worth. */
function Reasons({ title, help, csv, losses }: Props) {
  const { lost: words, crm } = useReportWords()
  const { count, amount } = useFigures()
  const { default_currency } = useAccount()
  const [by, setBy] = useState<By>('count')
  const shares = losses?.map(({ reason, count: value, share, amount: lost, amount_share }) => ({
    key: reason ?? '',
    name: reason ?? crm.noReason,
    ...(by === 'count' ? { value, share } : { value: lost.amount, share: amount_share }),
  }))
  return (
    <SharePanel
      title={title}
      help={help}
      of={words.reason}
      figure={words.bys[by]}
      csv={csv}
      write={by === 'count' ? count : amount(losses?.[0]?.amount.currency ?? default_currency)}
      shares={by === 'count' ? shares : shares?.toSorted((a, b) => b.value - a.value)}
      empty={{ title: words.none }}
      aside={<Segmented label={title} value={by} choices={words.bys} onChange={setBy} />}
    />
  )
}
