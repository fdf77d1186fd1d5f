import * as lists from '#contract/report-lists.ts'
import { assignments, messages } from '#contract/report-records.ts'
import type { Output } from '#web/app/api.ts'
import { Bars } from '#web/ui/chart/bars.tsx'
import { AgentButton } from '#web/screens/reports/frame/agent-button.tsx'
import { KpiRow } from '#web/screens/reports/frame/kpi-row.tsx'
import { Panel } from '#web/screens/reports/frame/panel.tsx'
import { barClass, RecordsLink } from '#web/screens/reports/frame/record-links.tsx'
import { ReportBody } from '#web/screens/reports/frame/report-body.tsx'
import { TablePanel } from '#web/screens/reports/frame/table-panel.tsx'
import { useFormats } from '#web/screens/reports/formats.ts'
import { useReport, type Comparison } from '#web/screens/reports/use-report.ts'
import { useReportScope, useSelectedAgent, useWindowInput } from '#web/screens/reports/use-report-input.ts'
import { useReportWords } from '#web/screens/reports/words.ts'
import { AgentConversations } from './agent-conversations.tsx'

type Report = Output<'get_agents_report'>

/** Conversations assigned to, resolved by and answered by each agent. */
export function Agents() {
  const { input, previous } = useWindowInput()
  const selected = useSelectedAgent()
  const agentInput = { ...input, ...(selected && { agent: selected }) }
  const report = useReport('get_agents_report', agentInput, previous)
  const agent = report.data?.agents.find((each) => each.agent.id === selected)
  return (
    <ReportBody report={report} input={agentInput}>
      <Kpis {...report} selected={selected} />
      {agent && <AgentConversations name={agent.name} data={report.data} />}
      <Workload agents={report.data?.agents} />
      <AgentTable agents={report.data?.agents} />
    </ReportBody>
  )
}

/** Totals of the selected agent, or of all agents. */
function Kpis({ data, previous, selected }: Comparison<'get_agents_report'> & { selected: string | undefined }) {
  const { agents: words } = useReportWords()
  const { count } = useFormats()
  const scope = useReportScope()
  const person = selected ? { agent: selected } : {}
  const answered = selected ? [lists.is('answered_by_id', 'equal_to', selected)] : lists.answered_by_agent
  const first = lists.conversationsBy('asked_at', scope, ...answered)
  const sum = (key: 'assigned' | 'resolved' | 'first_responses' | 'messages') => (report: Report) =>
    report.agents
      .filter(({ agent }) => !selected || agent.id === selected)
      .reduce((total, each) => total + each[key], 0)
  return (
    <KpiRow
      words={words}
      data={data}
      previous={previous}
      kpis={[
        { key: 'assigned', value: sum('assigned'), format: count, list: assignments(scope, person) },
        {
          key: 'resolved',
          value: sum('resolved'),
          format: count,
          better: 'higher',
          list: assignments(scope, { ...person, resolved_only: true }),
        },
        { key: 'first', value: sum('first_responses'), format: count, list: first },
        {
          key: 'messages',
          value: sum('messages'),
          format: count,
          list: messages(scope, selected ? person : { sender: 'agent' }),
        },
      ]}
    />
  )
}

function Workload({ agents }: { agents: Report['agents'] | undefined }) {
  const { agents: words } = useReportWords()
  const { count, percent } = useFormats()
  const scope = useReportScope()
  const sorted = agents?.toSorted((a, b) => b.assigned - a.assigned) ?? []
  const [busiest] = sorted
  return (
    <Panel
      title={words.work}
      help={words.workHelp}
      summary={busiest ? words.workSummary(busiest.name, count(busiest.assigned)) : ''}
      size="min-h-32"
      state={!agents ? 'loading' : busiest?.assigned ? 'ready' : 'empty'}
    >
      <Bars
        thick
        label={words.work}
        items={sorted
          .filter(({ assigned }) => assigned > 0)
          .map(({ agent, name, assigned, resolved, resolution_rate }) => ({
            key: agent.id,
            name,
            value: assigned,
            filled: resolved,
            text: (
              <RecordsLink list={assignments(scope, { agent: agent.id })} count={assigned} className={barClass}>
                {`${count(resolved)} / ${count(assigned)}`}
              </RecordsLink>
            ),
            aside: percent(resolution_rate),
          }))}
      />
    </Panel>
  )
}

function AgentTable({ agents }: { agents: Report['agents'] | undefined }) {
  const { agents: words, person } = useReportWords()
  const { count, percent, seconds } = useFormats()
  const scope = useReportScope()
  type Row = Report['agents'][number]
  const firstBy = ({ agent }: Row) =>
    lists.conversationsBy('asked_at', scope, lists.is('answered_by_id', 'equal_to', agent.id))
  const given = ({ agent }: Row) => assignments(scope, { agent: agent.id })
  const solved = ({ agent }: Row) => assignments(scope, { agent: agent.id, resolved_only: true })
  const written = ({ agent }: Row) => messages(scope, { agent: agent.id })
  return (
    <TablePanel
      title={words.table}
      help={words.tableHelp}
      summary={words.chooseHint}
      csv="agents"
      rows={agents}
      keyOf={({ agent }) => agent.id}
      columns={({ figure }) => [
        {
          key: 'name',
          name: person,
          by: ({ name }) => name,
          show: ({ agent, active }) => <AgentButton {...agent} note={active ? undefined : words.left} />,
        },
        figure('assigned', words.assigned, words.assignedHelp, (row) => row.assigned, count, given),
        figure('resolved', words.resolved, words.resolvedHelp, (row) => row.resolved, count, solved),
        figure('rate', words.rate, words.rateHelp, (row) => row.resolution_rate, percent, solved),
        figure('first', words.first, words.firstHelp, (row) => row.first_responses, count, firstBy),
        figure('median', words.median, words.medianHelp, (row) => row.first_response_median_seconds, seconds, firstBy),
        figure('mean', words.mean, words.meanHelp, (row) => row.first_response_mean_seconds, seconds, firstBy),
        figure('working', words.working, words.workingHelp, (row) => row.business_hours_mean_seconds, seconds, firstBy),
        figure('messages', words.messages, words.messagesHelp, (row) => row.messages, count, written),
      ]}
    />
  )
}
