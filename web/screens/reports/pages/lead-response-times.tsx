import type { Condition } from '#contract/filters.ts'
import * as lists from '#contract/report-lists.ts'
import type { Output } from '#web/app/api.ts'
import { AgentButton } from '#web/screens/reports/frame/agent-button.tsx'
import { DistributionPanel } from '#web/screens/reports/frame/distribution-panel.tsx'
import { KpiRow } from '#web/screens/reports/frame/kpi-row.tsx'
import { ReportBody } from '#web/screens/reports/frame/report-body.tsx'
import { TablePanel } from '#web/screens/reports/frame/table-panel.tsx'
import { useFormats } from '#web/screens/reports/formats.ts'
import { useReport, type Comparison } from '#web/screens/reports/use-report.ts'
import { usePeriodInput, useReportFilters, useReportScope } from '#web/screens/reports/use-report-input.ts'
import { useReportWords } from '#web/screens/reports/words.ts'
import { AnsweredLeads } from './answered-leads.tsx'

type Report = Output<'analyze_lead_response_times'>

const MAX_LEADS = 100
// The operation's name for leads without an owner.
const UNASSIGNED = 'sin asignar'

/** Response times to new leads, and the leads who replied. */
export function LeadResponseTimes() {
  const { leads: words } = useReportWords()
  const { input, previous } = usePeriodInput()
  const { agent, source } = useReportFilters()
  const filters = {
    ...(agent && { owner_name: agent === 'none' ? UNASSIGNED : agent }),
    ...(source && { source }),
    limit: MAX_LEADS,
  }
  const report = useReport(
    'analyze_lead_response_times',
    { ...input, ...filters },
    previous && { ...previous, ...filters },
  )
  const leads = useLeadLists(report.data?.pipeline?.id)
  return (
    <ReportBody report={report} input={{ ...input, ...filters }}>
      <Kpis {...report} />
      <DistributionPanel
        title={words.spread}
        help={words.spreadHelp}
        buckets={report.data?.totals.buckets}
        previous={report.previous?.totals.buckets}
        csv="totals.buckets"
        listOf={leads.answered}
      />
      <AgentTable data={report.data} />
      <AnsweredLeads leads={report.data?.leads} />
    </ReportBody>
  )
}

/** The lists of leads of this report. */
function useLeadLists(pipeline_id: string | undefined) {
  const scope = useReportScope(pipeline_id)
  const { agent, source } = useReportFilters()
  const own = [
    ...(agent ? [lists.valueOf('responsible_id', agent === 'none' ? null : agent)] : []),
    ...(source?.trim() ? [lists.is('source_name', 'contains', source.trim())] : []),
  ]
  return {
    created: (...more: Condition[]) => lists.created('leads', scope, ...own, ...more),
    answered: (within: Report['totals']['buckets'][number]['within']) => lists.leadsAnswered(within, scope, ...own),
  }
}

const is_contacted = lists.is('answer_seconds', 'is_present')
const has_replied = lists.is('customer_replied', 'equal_to', true)
const is_silent = lists.is('has_conversation', 'equal_to', false)

function Kpis({ data, previous }: Comparison<'analyze_lead_response_times'>) {
  const { leads: words } = useReportWords()
  const { count, percent, seconds } = useFormats()
  const leads = useLeadLists(data?.pipeline?.id)
  return (
    <KpiRow
      words={words}
      data={data?.totals}
      previous={previous?.totals}
      kpis={[
        { key: 'total', value: ({ total }) => total, format: count, better: 'higher', list: leads.created() },
        {
          key: 'contacted',
          value: ({ pct_contacted }) => pct_contacted,
          format: percent,
          better: 'higher',
          isRate: true,
          list: leads.created(is_contacted),
          note: ({ contacted, total }) => words.of(count(contacted), count(total)),
        },
        {
          key: 'median',
          value: ({ median_seconds }) => median_seconds,
          format: seconds,
          better: 'lower',
          list: leads.created(is_contacted),
        },
        {
          key: 'p90',
          value: ({ p90_seconds }) => p90_seconds,
          format: seconds,
          better: 'lower',
          list: leads.created(is_contacted),
        },
        {
          key: 'replied',
          value: ({ pct_customer_reply }) => pct_customer_reply,
          format: percent,
          better: 'higher',
          isRate: true,
          list: leads.created(has_replied),
          note: ({ customer_replied, contacted }) => words.of(count(customer_replied), count(contacted)),
        },
        {
          key: 'silent',
          value: ({ no_conversation }) => no_conversation,
          format: count,
          better: 'lower',
          list: leads.created(is_silent),
        },
      ]}
    />
  )
}

function AgentTable({ data }: { data: Report | undefined }) {
  const { leads: words, person, unassigned } = useReportWords()
  const { count, percent, seconds } = useFormats()
  const leads = useLeadLists(data?.pipeline?.id)
  type Row = Report['by_agent'][number]
  const leadsOf =
    (...more: Condition[]) =>
    ({ agent }: Row) =>
      leads.created(lists.valueOf('responsible_id', agent?.id ?? null), ...more)
  return (
    <TablePanel
      title={words.table}
      help={words.tableHelp}
      csv="by_agent"
      rows={data?.by_agent}
      keyOf={({ agent }) => agent?.id ?? 'none'}
      columns={({ figure }) => [
        {
          key: 'name',
          name: person,
          by: ({ agent }) => agent?.name,
          show: ({ agent }) => <AgentButton id={agent?.id ?? 'none'} name={agent?.name ?? unassigned} />,
        },
        figure('total', words.total, words.totalHelp, ({ total }) => total, count, leadsOf()),
        figure(
          'contacted',
          words.contacted,
          words.contactedHelp,
          (row) => row.pct_contacted,
          percent,
          leadsOf(is_contacted),
        ),
        figure('median', words.median, words.medianHelp, (row) => row.median_seconds, seconds, leadsOf(is_contacted)),
        figure('mean', words.mean, words.meanHelp, (row) => row.mean_seconds, seconds, leadsOf(is_contacted)),
        figure('p90', words.p90, words.p90Help, (row) => row.p90_seconds, seconds, leadsOf(is_contacted)),
        figure(
          'replied',
          words.replied,
          words.repliedHelp,
          (row) => row.pct_customer_reply,
          percent,
          leadsOf(has_replied),
        ),
        figure('silent', words.silent, words.silentHelp, (row) => row.no_conversation, count, leadsOf(is_silent)),
      ]}
    />
  )
}
