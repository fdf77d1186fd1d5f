import type { Condition } from '#contract/filters.ts'
import * as lists from '#contract/report-lists.ts'
import type { Output } from '#web/app/api.ts'
import { useAccount } from '#web/app/session.ts'
import { KpiRow } from '#web/screens/reports/frame/kpi-row.tsx'
import { RecordsLink } from '#web/screens/reports/frame/record-links.tsx'
import { ReportBody } from '#web/screens/reports/frame/report-body.tsx'
import { SharePanel } from '#web/screens/reports/frame/share-panel.tsx'
import { TablePanel } from '#web/screens/reports/frame/table-panel.tsx'
import { useFormats } from '#web/screens/reports/formats.ts'
import { useReport, type Comparison } from '#web/screens/reports/use-report.ts'
import { usePeriodInput, useReportScope } from '#web/screens/reports/use-report-input.ts'
import { useReportWords } from '#web/screens/reports/words.ts'

type Report = Output<'get_crm_agent_performance'>
type Row = Report['agents'][number]

const MAX_OWNERS = 100

/** Deals won, lost and open, by owner. */
export function AgentPerformance() {
  const { input, previous } = usePeriodInput()
  const limited = { ...input, limit: MAX_OWNERS }
  const report = useReport('get_crm_agent_performance', limited, previous && { ...previous, limit: MAX_OWNERS })
  return (
    <ReportBody report={report} input={limited}>
      <Kpis {...report} />
      <AmountWon data={report.data} />
      <OwnerTable data={report.data} />
    </ReportBody>
  )
}

function Kpis({ data, previous }: Comparison<'get_crm_agent_performance'>) {
  const { performance: words } = useReportWords()
  const { count, percent, amount } = useFormats()
  const { default_currency } = useAccount()
  const currency = data?.totals.amount_won.currency ?? default_currency
  const money = amount(currency)
  const scope = useReportScope(data?.pipeline?.id)
  const won = lists.closed(['won'], scope)
  const lost = lists.closed(['lost'], scope)
  return (
    <KpiRow
      words={words}
      data={data?.totals}
      previous={previous?.totals}
      kpis={[
        { key: 'amount', money: ({ amount_won }) => amount_won, better: 'higher', list: won },
        {
          key: 'rate',
          value: ({ win_rate }) => win_rate,
          format: percent,
          better: 'higher',
          isRate: true,
          list: lists.closed(['won', 'lost'], scope),
        },
        { key: 'won', value: (totals) => totals.won, format: count, better: 'higher', list: won },
        { key: 'lost', value: (totals) => totals.lost, format: count, better: 'lower', list: lost },
        { key: 'open', value: ({ open }) => open, format: count, isLive: true, list: lists.open(scope) },
        {
          key: 'ticket',
          value: ({ average_ticket }) => average_ticket,
          format: money,
          better: 'higher',
          list: lists.closed(['won'], scope, ...lists.priced(currency)),
        },
      ]}
    />
  )
}

function AmountWon({ data }: { data: Report | undefined }) {
  const { performance: words, unassigned } = useReportWords()
  const { amount } = useFormats()
  const { default_currency } = useAccount()
  const total = data?.totals.amount_won
  const scope = useReportScope(data?.pipeline?.id)
  return (
    <SharePanel
      title={words.chart}
      help={words.amountHelp}
      nameLabel={words.owner}
      valueLabel={words.amount}
      format={amount(total?.currency ?? default_currency)}
      shares={data?.agents.map(({ agent, amount_won }) => ({
        key: agent?.id ?? 'none',
        name: agent?.name ?? unassigned,
        value: amount_won.amount,
        share: total?.amount ? (amount_won.amount / total.amount) * 100 : null,
        list: lists.closed(['won'], scope, lists.valueOf('owner_id', agent?.id ?? null)),
      }))}
    />
  )
}

function OwnerTable({ data }: { data: Report | undefined }) {
  const { performance: words, unassigned } = useReportWords()
  const { count, percent, amount } = useFormats()
  const scope = useReportScope(data?.pipeline?.id)
  const ofOwner =
    (listOf: (owner: Condition) => lists.ReportList) =>
    ({ agent }: Row) =>
      listOf(lists.valueOf('owner_id', agent?.id ?? null))
  const won = ofOwner((owner) => lists.closed(['won'], scope, owner))
  const averaged = ({ agent, amount_won }: Row) =>
    lists.closed(['won'], scope, lists.valueOf('owner_id', agent?.id ?? null), ...lists.priced(amount_won.currency))
  const lost = ofOwner((owner) => lists.closed(['lost'], scope, owner))
  const closed = ofOwner((owner) => lists.closed(['won', 'lost'], scope, owner))
  const open = ofOwner((owner) => lists.open(scope, owner))
  const isOpen = lists.valueOf('status', 'open')
  const openNew = ofOwner((owner) => lists.created('opportunities', scope, isOpen, owner))
  return (
    <TablePanel
      title={words.table}
      help={words.tableHelp}
      csv="agents"
      rows={data?.agents}
      keyOf={({ agent }) => agent?.id ?? 'none'}
      columns={({ figure, money }) => [
        {
          key: 'name',
          name: words.owner,
          by: ({ agent }) => agent?.name,
          show: ({ agent }) => agent?.name ?? <span className="text-ink-3">{unassigned}</span>,
        },
        money('amount', words.amount, words.amountHelp, ({ amount_won }) => amount_won, won),
        figure('won', words.won, words.wonHelp, (row) => row.won, count, won),
        figure('lost', words.lost, words.lostHelp, (row) => row.lost, count, lost),
        figure('rate', words.rate, words.rateHelp, ({ win_rate }) => win_rate, percent, closed),
        figure('open', words.open, words.openHelp, (row) => row.open, count, open),
        figure('new', words.openNew, words.openNewHelp, (row) => row.open_created_in_period, count, openNew),
        {
          key: 'ticket',
          name: words.ticket,
          help: words.ticketHelp,
          by: ({ average_ticket }) => average_ticket,
          show: (row) => (
            <RecordsLink list={averaged(row)} count={row.average_ticket}>
              {amount(row.amount_won.currency)(row.average_ticket)}
            </RecordsLink>
          ),
          isFigure: true,
        },
      ]}
    />
  )
}
