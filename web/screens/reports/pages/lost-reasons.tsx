import { useState } from 'react'
import * as lists from '#contract/report-lists.ts'
import type { Output } from '#web/app/api.ts'
import { Segmented } from '#web/ui/segmented.tsx'
import { useAccount } from '#web/app/session.ts'
import { KpiRow } from '#web/screens/reports/frame/kpi-row.tsx'
import { ReportBody } from '#web/screens/reports/frame/report-body.tsx'
import { SharePanel } from '#web/screens/reports/frame/share-panel.tsx'
import { useFormats } from '#web/screens/reports/formats.ts'
import { useReport, type Comparison } from '#web/screens/reports/use-report.ts'
import { usePeriodInput, useReportScope } from '#web/screens/reports/use-report-input.ts'
import { useReportWords } from '#web/screens/reports/words.ts'

type Loss = Output<'get_crm_lost_reasons_breakdown'>['reasons'][number]

/** Why deals and leads were lost. */
export function LostReasons() {
  const { lost: words } = useReportWords()
  const { input, previous } = usePeriodInput()
  const report = useReport('get_crm_lost_reasons_breakdown', input, previous)
  const scope = useReportScope(report.data?.pipeline?.id)
  const deals = (reason: string | null) => lists.closed(['lost'], scope, lists.ofReason(reason))
  const leads = (reason: string | null) => lists.lostLeads(scope, lists.ofReason(reason))
  return (
    <ReportBody report={report} input={input}>
      <Kpis {...report} />
      <div className="grid items-start gap-5 @4xl:grid-cols-2">
        <Reasons
          title={words.reasons}
          help={words.reasonsHelp}
          csv="reasons"
          losses={report.data?.reasons}
          listOf={deals}
        />
        <Reasons
          title={words.leadReasons}
          help={words.leadReasonsHelp}
          csv="leads"
          losses={report.data?.leads}
          listOf={leads}
        />
      </div>
    </ReportBody>
  )
}

function Kpis({ data, previous }: Comparison<'get_crm_lost_reasons_breakdown'>) {
  const { lost: words, crm } = useReportWords()
  const { count, percent } = useFormats()
  const scope = useReportScope(data?.pipeline?.id)
  const lost = lists.closed(['lost'], scope)
  const main = data?.reasons[0]
  return (
    <KpiRow
      words={words}
      data={data}
      previous={previous}
      kpis={[
        { key: 'total', value: ({ total }) => total.count, format: count, better: 'lower', list: lost },
        { key: 'amount', money: ({ total }) => total.amount, better: 'lower', list: lost },
        {
          key: 'main',
          value: ({ reasons }) => reasons[0]?.share ?? null,
          format: percent,
          isLive: true,
          list: main && lists.closed(['lost'], scope, lists.ofReason(main.reason)),
          note: ({ reasons: [main] }) => (main ? (main.reason ?? crm.noReason) : ''),
        },
        {
          key: 'leads',
          value: ({ total_leads }) => total_leads,
          format: count,
          better: 'lower',
          list: lists.lostLeads(scope),
        },
      ]}
    />
  )
}

type Props = {
  title: string
  help: string
  csv: string
  losses: readonly Loss[] | undefined
  listOf: (reason: string | null) => lists.ReportList
}

/** Losses per reason, by count or by value. */
function Reasons({ title, help, csv, losses, listOf }: Props) {
  const { lost: words, crm } = useReportWords()
  const { count, amount } = useFormats()
  const { default_currency } = useAccount()
  const [by, setBy] = useState<'count' | 'amount'>('count')
  const shares = losses?.map(({ reason, count: value, share, amount: lost, amount_share }) => ({
    key: reason ?? '',
    name: reason ?? crm.noReason,
    list: listOf(reason),
    ...(by === 'count' ? { value, share } : { value: lost.amount, share: amount_share }),
  }))
  return (
    <SharePanel
      title={title}
      help={help}
      nameLabel={words.reason}
      valueLabel={words.bys[by]}
      csv={csv}
      format={by === 'count' ? count : amount(losses?.[0]?.amount.currency ?? default_currency)}
      shares={by === 'count' ? shares : shares?.toSorted((a, b) => b.value - a.value)}
      empty={{ title: words.none }}
      aside={<Segmented label={title} value={by} choices={words.bys} onChange={setBy} />}
    />
  )
}
