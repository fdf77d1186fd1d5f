import * as lists from '#contract/report-lists.ts'
import type { Output } from '#web/app/api.ts'
import { KpiRow } from '#web/screens/reports/frame/kpi-row.tsx'
import { ReportBody } from '#web/screens/reports/frame/report-body.tsx'
import { SharePanel } from '#web/screens/reports/frame/share-panel.tsx'
import { useAccount } from '#web/app/session.ts'
import { useFormats } from '#web/screens/reports/formats.ts'
import { useReportScope, useWindowInput } from '#web/screens/reports/use-report-input.ts'
import { useReport, type Comparison } from '#web/screens/reports/use-report.ts'
import { useOrigins } from '#web/features/origins/use-origins.ts'
import { useReportWords } from '#web/screens/reports/words.ts'
import { Attribution } from './attribution.tsx'
import { SalesFunnel } from './sales-funnel.tsx'

type Report = Output<'get_crm_report'>

/** Sales from conversation to won deal: revenue, funnel, owners, sources and losses. */
export function Crm() {
  const { input, previous } = useWindowInput()
  const report = useReport('get_crm_report', input, previous)
  return (
    <ReportBody report={report} input={input}>
      <Kpis {...report} />
      <SalesFunnel data={report.data} />
      <Shares data={report.data} />
      <Attribution data={report.data} />
    </ReportBody>
  )
}

function Kpis({ data, previous }: Comparison<'get_crm_report'>) {
  const { crm: words } = useReportWords()
  const { count, percent, amount } = useFormats()
  const { default_currency } = useAccount()
  const money = amount(default_currency)
  const scope = useReportScope()
  const won = lists.closed(['won'], scope)
  return (
    <KpiRow
      words={words}
      data={data}
      previous={previous}
      kpis={[
        { key: 'revenue', money: ({ revenue }) => revenue, better: 'higher', list: won },
        { key: 'won', value: (report) => report.won, format: count, better: 'higher', list: won },
        {
          key: 'ticket',
          value: ({ average_ticket }) => average_ticket,
          format: money,
          better: 'higher',
          list: lists.closed(['won'], scope, ...lists.priced(default_currency)),
        },
        {
          key: 'cohort',
          value: ({ lead_to_won_cohort }) => lead_to_won_cohort.rate,
          format: percent,
          better: 'higher',
          isRate: true,
          list: lists.created('leads', scope),
          note: ({ lead_to_won_cohort: { won, leads } }) => words.ofLeads(count(won), count(leads)),
        },
      ]}
    />
  )
}

function Shares({ data }: { data: Report | undefined }) {
  const { crm: words, unassigned } = useReportWords()
  const origins = useOrigins()
  const { count, amount } = useFormats()
  const { default_currency } = useAccount()
  const money = amount(default_currency)
  const scope = useReportScope()
  const shareOf = (value: number) => (data?.revenue.amount ? (value / data.revenue.amount) * 100 : null)
  return (
    <div className="grid gap-5 @3xl:grid-cols-2 @3xl:*:last:odd:col-span-2">
      <SharePanel
        title={words.owners}
        help={words.ownersHelp}
        nameLabel={words.owner}
        valueLabel={words.revenue}
        format={money}
        csv="by_owner"
        shares={data?.by_owner.map(({ agent, revenue }) => ({
          key: agent?.id ?? 'none',
          name: agent?.name ?? unassigned,
          value: revenue.amount,
          share: shareOf(revenue.amount),
          list: lists.closed(['won'], scope, lists.valueOf('owner_id', agent?.id ?? null)),
        }))}
      />
      <SharePanel
        title={words.origins}
        help={words.originsHelp}
        nameLabel={words.origin}
        valueLabel={words.revenue}
        format={money}
        csv="by_origin"
        shares={data?.by_origin.map(({ source, revenue }) => ({
          key: source ?? '',
          name: source ? origins.source(source) : words.noOrigin,
          value: revenue.amount,
          share: shareOf(revenue.amount),
          list: lists.closed(['won'], scope, ...lists.ofOrigin({ source })),
        }))}
      />
      <SharePanel
        title={words.losses}
        help={words.lossesHelp}
        nameLabel={words.reason}
        csv="losses"
        shares={data?.losses.map(({ reason, count: value, share, amount: lost }) => ({
          key: reason ?? '',
          name: reason ?? words.noReason,
          value,
          share,
          note: amount(lost.currency)(lost.amount),
          list: lists.closed(['lost'], scope, lists.ofReason(reason)),
        }))}
        format={count}
      />
    </div>
  )
}
