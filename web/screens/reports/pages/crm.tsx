import type { Output } from '#web/api.ts'
import { Funnel } from '#web/ui/chart/funnel.tsx'
import { Kpi, Kpis } from '#web/screens/reports/frame/kpi.tsx'
import { MoneyKpi } from '#web/screens/reports/frame/money-kpi.tsx'
import { Panel } from '#web/screens/reports/frame/panel.tsx'
import { ReportBody } from '#web/screens/reports/frame/report-body.tsx'
import { SharePanel } from '#web/screens/reports/frame/share-panel.tsx'
import { Table } from '#web/screens/reports/frame/table.tsx'
import { useAccount } from '#web/session.ts'
import { useFigures } from '#web/screens/reports/figures.ts'
import { useWindow } from '#web/screens/reports/use-asked.ts'
import { useReport } from '#web/screens/reports/use-report.ts'
import { useReportWords } from '#web/screens/reports/words.ts'
import { Attribution } from './attribution.tsx'

type Report = Output<'get_crm_report'>
type Parts = { data: Report | undefined; before: Report | undefined }

/** From the conversation to the sale: how much, by whom, from where, and what was lost. */
export function Crm() {
  const { input, before } = useWindow()
  const report = useReport('get_crm_report', input, before)
  return (
    <ReportBody read={report} input={input}>
      <Main {...report} />
      <Steps data={report.data} />
      <Shares data={report.data} />
      <Attribution data={report.data} />
    </ReportBody>
  )
}

function Main({ data, before }: Parts) {
  const { crm: words } = useReportWords()
  const { count, percent, amount } = useFigures()
  const money = amount(useAccount().default_currency)
  const cohort = data?.lead_to_won_cohort
  return (
    <Kpis>
      <MoneyKpi name={words.revenue} help={words.revenueHelp} of={data?.revenue} was={before?.revenue} wanted="more" />
      <Kpi name={words.won} help={words.wonHelp} write={count} value={data?.won} was={before?.won} wanted="more" />
      <Kpi
        name={words.ticket}
        help={words.ticketHelp}
        write={money}
        value={data?.average_ticket}
        was={before?.average_ticket}
        wanted="more"
      />
      <Kpi
        name={words.cohort}
        help={words.cohortHelp}
        write={percent}
        value={cohort?.rate}
        was={before?.lead_to_won_cohort.rate}
        wanted="more"
        isRate
        note={cohort ? words.ofLeads(count(cohort.won), count(cohort.leads)) : ''}
      />
    </Kpis>
  )
}

function Steps({ data }: { data: Report | undefined }) {
  const words = useReportWords()
  const { crm: own } = words
  const { count, percent } = useFigures()
  const steps = data?.funnel
  return (
    <Panel
      title={own.funnel}
      help={own.funnelHelp}
      csv="funnel"
      room="min-h-60"
      state={!steps ? 'waiting' : steps.some((step) => step.count > 0) ? 'there' : 'empty'}
      table={
        <Table
          label={own.funnel}
          rows={steps ?? []}
          keyOf={({ step }) => step}
          columns={[
            { key: 'step', name: own.funnel, show: ({ step }) => own.steps[step] },
            {
              key: 'count',
              name: words.count,
              by: (row) => row.count,
              show: (row) => count(row.count),
              isFigure: true,
            },
            {
              key: 'rate',
              name: words.share,
              by: (row) => row.step_rate,
              show: (row) => percent(row.step_rate),
              isFigure: true,
            },
          ]}
        />
      }
    >
      <Funnel
        label={own.funnel}
        steps={(steps ?? []).map(({ step, count: value }, index) => {
          const next = steps?.[index + 1]?.step_rate
          return {
            key: step,
            name: own.steps[step],
            value,
            text: count(value),
            next: next == null ? undefined : own.ofStep(percent(next)),
          }
        })}
      />
    </Panel>
  )
}

function Shares({ data }: { data: Report | undefined }) {
  const { crm: words, nobody } = useReportWords()
  const { count, amount } = useFigures()
  const money = amount(useAccount().default_currency)
  const part = (value: number) => (data?.revenue.amount ? (value / data.revenue.amount) * 100 : null)
  return (
    <div className="grid gap-5 @3xl:grid-cols-2 @3xl:*:last:odd:col-span-2">
      <SharePanel
        title={words.owners}
        help={words.ownersHelp}
        of={words.owner}
        figure={words.revenue}
        write={money}
        csv="by_owner"
        shares={data?.by_owner.map(({ agent, revenue }) => ({
          key: agent?.id ?? 'none',
          name: agent?.name ?? nobody,
          value: revenue.amount,
          share: part(revenue.amount),
        }))}
      />
      <SharePanel
        title={words.origins}
        help={words.originsHelp}
        of={words.origin}
        figure={words.revenue}
        write={money}
        csv="by_origin"
        shares={data?.by_origin.map(({ source, revenue }) => ({
          key: source ?? '',
          name: source ?? words.noOrigin,
          value: revenue.amount,
          share: part(revenue.amount),
        }))}
      />
      <SharePanel
        title={words.losses}
        help={words.lossesHelp}
        of={words.reason}
        csv="losses"
        shares={data?.losses.map(({ reason, count: value, share, amount: lost }) => ({
          key: reason ?? '',
          name: reason ?? words.noReason,
          value,
          share,
          note: amount(lost.currency)(lost.amount),
        }))}
        write={count}
      />
    </div>
  )
}
