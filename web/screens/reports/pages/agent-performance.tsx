import type { Output } from '#web/api.ts'
import type { TableColumn } from '#web/ui/chart/data-table.tsx'
import { useAccount } from '#web/session.ts'
import { Kpi, Kpis } from '#web/screens/reports/frame/kpi.tsx'
import { MoneyCell } from '#web/screens/reports/frame/money-cell.tsx'
import { MoneyKpi } from '#web/screens/reports/frame/money-kpi.tsx'
import { Panel } from '#web/screens/reports/frame/panel.tsx'
import { ReportBody } from '#web/screens/reports/frame/report-body.tsx'
import { SharePanel } from '#web/screens/reports/frame/share-panel.tsx'
import { Table } from '#web/screens/reports/frame/table.tsx'
import { useFigures, type Figure, type Write } from '#web/screens/reports/figures.ts'
import { usePeriod } from '#web/screens/reports/use-asked.ts'
import { useReport } from '#web/screens/reports/use-report.ts'
import { useReportWords } from '#web/screens/reports/words.ts'

type Report = Output<'get_crm_agent_performance'>
type Agent = Report['agents'][number]
type Parts = { data: Report | undefined; before: Report | undefined }

const MOST_OWNERS = 100

/** What each owner won, lost and has open. */
export function AgentPerformance() {
  const { input, before } = usePeriod()
  const asked = { ...input, limit: MOST_OWNERS }
  const report = useReport('get_crm_agent_performance', asked, before && { ...before, limit: MOST_OWNERS })
  return (
    <ReportBody read={report} input={asked}>
      <Main {...report} />
      <Amounts data={report.data} />
      <Owners data={report.data} />
    </ReportBody>
  )
}

function Main({ data, before }: Parts) {
  const { performance: words } = useReportWords()
  const { count, percent, amount } = useFigures()
  const { default_currency } = useAccount()
  const [now, was] = [data?.totals, before?.totals]
  const money = amount(now?.amount_won.currency ?? default_currency)
  return (
    <Kpis>
      <MoneyKpi name={words.amount} help={words.amountHelp} of={now?.amount_won} was={was?.amount_won} wanted="more" />
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
      <Kpi name={words.open} help={words.openHelp} write={count} value={now?.open} isNow />
      <Kpi
        name={words.ticket}
        help={words.ticketHelp}
        write={money}
        value={now?.average_ticket}
        was={was?.average_ticket}
        wanted="more"
      />
    </Kpis>
  )
}

function Amounts({ data }: { data: Report | undefined }) {
  const { performance: words, nobody } = useReportWords()
  const { amount } = useFigures()
  const { default_currency } = useAccount()
  const all = data?.totals.amount_won
  return (
    <SharePanel
      title={words.chart}
      help={words.amountHelp}
      of={words.owner}
      figure={words.amount}
      write={amount(all?.currency ?? default_currency)}
      shares={data?.agents.map(({ agent, amount_won }) => ({
        key: agent?.id ?? 'none',
        name: agent?.name ?? nobody,
        value: amount_won.amount,
        share: all?.amount ? (amount_won.amount / all.amount) * 100 : null,
      }))}
    />
  )
}

function Owners({ data }: { data: Report | undefined }) {
  const words = useReportWords()
  const { performance: own } = words
  const { count, percent, amount } = useFigures()
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
      csv="agents"
      room="min-h-60"
      state={!data ? 'waiting' : data.agents.length > 0 ? 'there' : 'empty'}
    >
      <Table
        label={own.table}
        rows={data?.agents ?? []}
        keyOf={({ agent }) => agent?.id ?? 'none'}
        columns={[
          {
            key: 'name',
            name: own.owner,
            by: ({ agent }) => agent?.name,
            show: ({ agent }) => agent?.name ?? <span className="text-ink-3">{words.nobody}</span>,
          },
          {
            key: 'amount',
            name: own.amount,
            help: own.amountHelp,
            by: ({ amount_won }) => amount_won.amount,
            show: ({ amount_won }) => <MoneyCell of={amount_won} />,
            isFigure: true,
          },
          figure('won', own.won, own.wonHelp, ({ won }) => won, count),
          figure('lost', own.lost, own.lostHelp, ({ lost }) => lost, count),
          figure('rate', own.rate, own.rateHelp, ({ win_rate }) => win_rate, percent),
          figure('open', own.open, own.openHelp, ({ open }) => open, count),
          figure('new', own.openNew, own.openNewHelp, (row) => row.open_created_in_period, count),
          {
            key: 'ticket',
            name: own.ticket,
            help: own.ticketHelp,
            by: ({ average_ticket }) => average_ticket,
            show: ({ average_ticket, amount_won }) => amount(amount_won.currency)(average_ticket),
            isFigure: true,
          },
        ]}
      />
    </Panel>
  )
}
