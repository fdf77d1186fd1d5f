import type { Output } from '#web/api.ts'
import { Bars } from '#web/ui/chart/bars.tsx'
import type { TableColumn } from '#web/ui/chart/data-table.tsx'
import { Kpi, Kpis } from '#web/screens/reports/frame/kpi.tsx'
import { Panel } from '#web/screens/reports/frame/panel.tsx'
import { PersonButton } from '#web/screens/reports/frame/person-button.tsx'
import { ReportBody } from '#web/screens/reports/frame/report-body.tsx'
import { Table } from '#web/screens/reports/frame/table.tsx'
import { useFigures } from '#web/screens/reports/figures.ts'
import { useChosenAgent, useWindow } from '#web/screens/reports/use-asked.ts'
import { useReport } from '#web/screens/reports/use-report.ts'
import { useReportWords } from '#web/screens/reports/words.ts'
import { Handled } from './handled.tsx'

type Report = Output<'get_agents_report'>
type Agent = Report['agents'][number]
type Parts = { data: Report | undefined; before: Report | undefined }

/** What each person was given, resolved, and wrote. */
export function Agents() {
  const { input, before } = useWindow()
  const chosen = useChosenAgent()
  const agent = chosen ? { agent: chosen } : {}
  const report = useReport('get_agents_report', { ...input, ...agent }, before)
  const person = report.data?.agents.find(({ agent: { id } }) => id === chosen)
  return (
    <ReportBody read={report} input={{ ...input, ...agent }}>
      <Main {...report} chosen={chosen} />
      {chosen && person && <Handled name={person.name} {...report} />}
      <Work agents={report.data?.agents} />
      <Everybody agents={report.data?.agents} />
    </ReportBody>
  )
}

type Summed = 'assigned' | 'resolved' | 'first_responses' | 'messages'

/** Of the person that is chosen, or of all of them. */
function Main({ data, before, chosen }: Parts & { chosen: string | undefined }) {
  const { agents: words } = useReportWords()
  const { count } = useFigures()
  const sum = (report: Report | undefined, figure: Summed) =>
    report?.agents
      .filter(({ agent: { id } }) => !chosen || id === chosen)
      .reduce((total, each) => total + each[figure], 0)
  const parts: [Summed, string, string, 'more' | undefined][] = [
    ['assigned', words.assigned, words.assignedHelp, undefined],
    ['resolved', words.resolved, words.resolvedHelp, 'more'],
    ['first_responses', words.first, words.firstHelp, undefined],
    ['messages', words.messages, words.messagesHelp, undefined],
  ]
  return (
    <Kpis>
      {parts.map(([figure, name, help, wanted]) => (
        <Kpi
          key={figure}
          name={name}
          help={help}
          write={count}
          value={sum(data, figure)}
          was={sum(before, figure)}
          {...(wanted && { wanted })}
        />
      ))}
    </Kpis>
  )
}

function Work({ agents }: { agents: Report['agents'] | undefined }) {
  const { agents: words } = useReportWords()
  const { count, percent } = useFigures()
  const most = agents?.toSorted((a, b) => b.assigned - a.assigned) ?? []
  return (
    <Panel
      title={words.work}
      help={words.workHelp}
      summary={most[0] ? words.workSummary(most[0].name, count(most[0].assigned)) : ''}
      room="min-h-32"
      state={!agents ? 'waiting' : most[0]?.assigned ? 'there' : 'empty'}
    >
      <Bars
        thick
        label={words.work}
        items={most
          .filter(({ assigned }) => assigned > 0)
          .map(({ agent, name, assigned, resolved, resolution_rate }) => ({
            key: agent.id,
            name,
            value: assigned,
            filled: resolved,
            text: `${count(resolved)} / ${count(assigned)}`,
            aside: percent(resolution_rate),
          }))}
      />
    </Panel>
  )
}

function Everybody({ agents }: { agents: Report['agents'] | undefined }) {
  const words = useReportWords()
  const { agents: own } = words
  const columns = useColumns()
  return (
    <Panel
      title={own.table}
      help={own.tableHelp}
      summary={own.chooseHint}
      csv="agents"
      room="min-h-60"
      state={!agents ? 'waiting' : agents.length > 0 ? 'there' : 'empty'}
    >
      <Table label={own.table} rows={agents ?? []} keyOf={({ agent }) => agent.id} columns={columns} />
    </Panel>
  )
}

function useColumns(): TableColumn<Agent>[] {
  const words = useReportWords()
  const { agents: own } = words
  const { count, percent, seconds } = useFigures()
  const figure = (
    key: keyof Agent,
    name: string,
    help: string,
    write: (value: number | null) => string,
  ): TableColumn<Agent> => ({
    key,
    name,
    help,
    by: (row) => row[key] as number | null,
    show: (row) => write(row[key] as number | null),
    isFigure: true,
  })
  return [
    {
      key: 'name',
      name: words.person,
      by: ({ name }) => name,
      show: ({ agent, active }) => <PersonButton {...agent} note={active ? undefined : own.left} />,
    },
    figure('assigned', own.assigned, own.assignedHelp, count),
    figure('resolved', own.resolved, own.resolvedHelp, count),
    figure('resolution_rate', own.rate, own.rateHelp, percent),
    figure('first_responses', own.first, own.firstHelp, count),
    figure('first_response_median_seconds', own.median, own.medianHelp, seconds),
    figure('first_response_mean_seconds', own.mean, own.meanHelp, seconds),
    figure('business_hours_mean_seconds', own.working, own.workingHelp, seconds),
    figure('messages', own.messages, own.messagesHelp, count),
  ]
}
