import type { Output } from '#web/api.ts'
import { Funnel } from '#web/ui/chart/funnel.tsx'
import { Kpi, Kpis } from '#web/screens/reports/frame/kpi.tsx'
import { MoneyCell } from '#web/screens/reports/frame/money-cell.tsx'
import { Panel } from '#web/screens/reports/frame/panel.tsx'
import { ReportBody } from '#web/screens/reports/frame/report-body.tsx'
import { SharePanel } from '#web/screens/reports/frame/share-panel.tsx'
import { Table } from '#web/screens/reports/frame/table.tsx'
import { useAccount } from '#web/session.ts'
import { useFigures } from '#web/screens/reports/figures.ts'
import { useWindow } from '#web/screens/reports/use-asked.ts'
import { useReport } from '#web/screens/reports/use-report.ts'
import { useReportWords } from '#web/screens/reports/words.ts'

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
  const { count, percent, amount, others } = useFigures()
  const money = amount(useAccount().default_currency)
  const cohort = data?.lead_to_won_cohort
  return (
    <Kpis>
      <Kpi
        name={words.revenue}
        help={words.revenueHelp}
        write={money}
        value={data?.revenue.amount}
        was={before?.revenue.amount}
        wanted="more"
        note={data && others(data.revenue) ? `+ ${others(data.revenue)}` : ''}
      />
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

function Attribution({ data }: { data: Report | undefined }) {
  const words = useReportWords()
  const { crm: own } = words
  const { count, percent } = useFigures()
  const rows = data?.attribution
  const counted = (key: 'contacts' | 'leads' | 'opportunities' | 'won', help: string) => ({
    key,
    name: own[key],
    help,
    by: (row: Record<typeof key, number>) => row[key],
    show: (row: Record<typeof key, number>) => count(row[key]),
    isFigure: true,
  })
  return (
    <Panel
      title={own.attribution}
      help={own.attributionHelp}
      csv="attribution"
      room="min-h-80"
      state={!rows ? 'waiting' : rows.length > 0 ? 'there' : 'empty'}
    >
      <Table
        label={own.attribution}
        rows={rows ?? []}
        keyOf={({ source, medium, campaign }) => `${source}/${medium}/${campaign}`}
        columns={[
          { key: 'source', name: own.origin, by: ({ source }) => source, show: ({ source }) => source ?? own.noOrigin },
          { key: 'medium', name: own.medium, by: ({ medium }) => medium, show: ({ medium }) => medium },
          { key: 'campaign', name: own.campaign, by: ({ campaign }) => campaign, show: ({ campaign }) => campaign },
          counted('contacts', own.contactsHelp),
          counted('leads', own.leadsHelp),
          counted('opportunities', own.opportunitiesHelp),
          counted('won', own.wonHelp),
          {
            key: 'revenue',
            name: own.revenue,
            help: own.revenueHelp,
            by: ({ revenue }) => revenue.amount,
            show: ({ revenue }) => <MoneyCell of={revenue} />,
            isFigure: true,
          },
          {
            key: 'lead_to_won',
            name: own.leadToWon,
            help: own.leadToWonHelp,
            by: ({ lead_to_won }) => lead_to_won,
            show: ({ lead_to_won }) => percent(lead_to_won),
            isFigure: true,
          },
        ]}
      />
    </Panel>
  )
}
