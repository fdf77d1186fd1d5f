import type { Output } from '#web/api.ts'
import type { TableColumn } from '#web/ui/chart/data-table.tsx'
import { Kpi, Kpis } from '#web/screens/reports/frame/kpi.tsx'
import { Panel } from '#web/screens/reports/frame/panel.tsx'
import { PersonButton } from '#web/screens/reports/frame/person-button.tsx'
import { ReportBody } from '#web/screens/reports/frame/report-body.tsx'
import { SpreadPanel } from '#web/screens/reports/frame/spread-panel.tsx'
import { Table } from '#web/screens/reports/frame/table.tsx'
import { useFigures, type Figure, type Write } from '#web/screens/reports/figures.ts'
import { usePeriod, useReportFilters } from '#web/screens/reports/use-asked.ts'
import { useReport } from '#web/screens/reports/use-report.ts'
import { useReportWords } from '#web/screens/reports/words.ts'
import { AnsweredLeads } from './answered-leads.tsx'

type Report = Output<'analyze_lead_response_times'>
type Agent = Report['by_agent'][number]
type Parts = { data: Report | undefined; before: Report | undefined }

const MOST_LEADS = 100
// How the operation calls what is nobody's.
const NOBODY = 'sin asignar'

/** How soon people answered new leads, and whether it was worth it. */
export function LeadResponseTimes() {
  const { leads: words } = useReportWords()
  const { input, before } = usePeriod()
  const { agent, source } = useReportFilters()
  const narrowed = {
    ...(agent && { owner_name: agent === 'none' ? NOBODY : agent }),
    ...(source && { source }),
    limit: MOST_LEADS,
  }
  const asked = { ...input, ...narrowed }
  const report = useReport('analyze_lead_response_times', asked, before && { ...before, ...narrowed })
  return (
    <ReportBody read={report} input={asked}>
      <Main {...report} />
      <SpreadPanel
        title={words.spread}
        help={words.spreadHelp}
        buckets={report.data?.totals.buckets}
        before={report.before?.totals.buckets}
        csv="totals.buckets"
      />
      <Everybody agents={report.data?.by_agent} />
      <AnsweredLeads leads={report.data?.leads} />
    </ReportBody>
  )
}

function Main({ data, before }: Parts) {
  const { leads: words } = useReportWords()
  const { count, percent, seconds } = useFigures()
  const [now, was] = [data?.totals, before?.totals]
  return (
    <Kpis>
      <Kpi name={words.total} help={words.totalHelp} write={count} value={now?.total} was={was?.total} wanted="more" />
      <Kpi
        name={words.contacted}
        help={words.contactedHelp}
        write={percent}
        value={now?.pct_contacted}
        was={was?.pct_contacted}
        wanted="more"
        isRate
        note={now ? words.of(count(now.contacted), count(now.total)) : ''}
      />
      <Kpi
        name={words.median}
        help={words.medianHelp}
        write={seconds}
        value={now?.median_seconds}
        was={was?.median_seconds}
        wanted="less"
      />
      <Kpi
        name={words.p90}
        help={words.p90Help}
        write={seconds}
        value={now?.p90_seconds}
        was={was?.p90_seconds}
        wanted="less"
      />
      <Kpi
        name={words.replied}
        help={words.repliedHelp}
        write={percent}
        value={now?.pct_customer_reply}
        was={was?.pct_customer_reply}
        wanted="more"
        isRate
        note={now ? words.of(count(now.customer_replied), count(now.contacted)) : ''}
      />
      <Kpi
        name={words.silent}
        help={words.silentHelp}
        write={count}
        value={now?.no_conversation}
        was={was?.no_conversation}
        wanted="less"
      />
    </Kpis>
  )
}

function Everybody({ agents }: { agents: Report['by_agent'] | undefined }) {
  const words = useReportWords()
  const { leads: own } = words
  const { count, percent, seconds } = useFigures()
  const figure = (
    key: string,
    name: string,
    help: string,
    of: (row: Agent) => Figure,
    write: Write,
  ): TableColumn<Agent> => ({ key, name, help, by: of, show: (row) => write(of(row)), isFigure: true })
  return (
    <Panel
      title={own.table}
      help={own.tableHelp}
      csv="by_agent"
      room="min-h-60"
      state={!agents ? 'waiting' : agents.length > 0 ? 'there' : 'empty'}
    >
      <Table
        label={own.table}
        rows={agents ?? []}
        keyOf={({ agent }) => agent?.id ?? 'none'}
        columns={[
          {
            key: 'name',
            name: words.person,
            by: ({ agent }) => agent?.name,
            show: ({ agent }) => <PersonButton id={agent?.id ?? 'none'} name={agent?.name ?? words.nobody} />,
          },
          figure('total', own.total, own.totalHelp, ({ total }) => total, count),
          figure('contacted', own.contacted, own.contactedHelp, (row) => row.pct_contacted, percent),
          figure('median', own.median, own.medianHelp, (row) => row.median_seconds, seconds),
          figure('mean', own.mean, own.meanHelp, (row) => row.mean_seconds, seconds),
          figure('p90', own.p90, own.p90Help, (row) => row.p90_seconds, seconds),
          figure('replied', own.replied, own.repliedHelp, (row) => row.pct_customer_reply, percent),
          figure('silent', own.silent, own.silentHelp, (row) => row.no_conversation, count),
        ]}
      />
    </Panel>
  )
}
