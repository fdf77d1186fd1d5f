import { useState } from 'react'
import type { Output } from '#web/api.ts'
import type { TableColumn } from '#web/ui/chart/data-table.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { Kpi, Kpis } from '#web/screens/reports/frame/kpi.tsx'
import { Panel } from '#web/screens/reports/frame/panel.tsx'
import { ReportBody } from '#web/screens/reports/frame/report-body.tsx'
import { SpreadPanel } from '#web/screens/reports/frame/spread-panel.tsx'
import { Table } from '#web/screens/reports/frame/table.tsx'
import { useFigures, type Figure, type Write } from '#web/screens/reports/figures.ts'
import { useWindow } from '#web/screens/reports/use-asked.ts'
import { useReport } from '#web/screens/reports/use-report.ts'
import { useReportWords } from '#web/screens/reports/words.ts'

type Report = Output<'get_agent_response_times'>
type Agent = Report['agents'][number]
type Parts = { data: Report | undefined; before: Report | undefined }

/** How long people take to answer, each of them and all together. */
export function AgentResponseTimes() {
  const { input, before } = useWindow()
  const report = useReport('get_agent_response_times', input, before)
  return (
    <ReportBody read={report} input={input}>
      <Main {...report} />
      <Spread {...report} />
      <Everybody agents={report.data?.agents} />
    </ReportBody>
  )
}

function Main({ data, before }: Parts) {
  const { times: words } = useReportWords()
  const { count, seconds } = useFigures()
  const [now, was] = [data?.totals, before?.totals]
  return (
    <Kpis>
      <Kpi
        name={words.median}
        help={words.medianHelp}
        write={seconds}
        value={now?.first_response.median_seconds}
        was={was?.first_response.median_seconds}
        wanted="less"
      />
      <Kpi
        name={words.p90}
        help={words.p90Help}
        write={seconds}
        value={now?.first_response.p90_seconds}
        was={was?.first_response.p90_seconds}
        wanted="less"
      />
      <Kpi
        name={words.working}
        help={words.workingHelp}
        write={seconds}
        value={now?.business_hours.median_seconds}
        was={was?.business_hours.median_seconds}
        wanted="less"
      />
      <Kpi
        name={words.answers}
        help={words.answersHelp}
        write={count}
        value={now?.answers.count}
        was={was?.answers.count}
      />
      <Kpi
        name={words.answersMean}
        help={words.answersMeanHelp}
        write={seconds}
        value={now?.answers.mean_seconds}
        was={was?.answers.mean_seconds}
        wanted="less"
      />
    </Kpis>
  )
}

function Spread({ data, before }: Parts) {
  const { times: words } = useReportWords()
  const [kind, setKind] = useState<keyof typeof words.kinds>('first_response')
  return (
    <SpreadPanel
      title={words.spread}
      help={words.spreadHelp}
      buckets={data?.totals[kind].buckets}
      before={before?.totals[kind].buckets}
      csv={`totals.${kind}.buckets`}
      aside={<Segmented label={words.spread} value={kind} choices={words.kinds} onChange={setKind} />}
    />
  )
}

function Everybody({ agents }: { agents: Report['agents'] | undefined }) {
  const words = useReportWords()
  const { times: own } = words
  const { count, seconds } = useFigures()
  const figure = (
    key: string,
    name: string,
    help: string,
    of: (agent: Agent) => Figure,
    write: Write,
  ): TableColumn<Agent> => ({ key, name, help, by: of, show: (row) => write(of(row)), isFigure: true })
  return (
    <Panel
      title={own.table}
      help={own.tableHelp}
      csv="agents"
      room="min-h-60"
      state={!agents ? 'waiting' : agents.length > 0 ? 'there' : 'empty'}
    >
      <Table
        label={own.table}
        rows={agents ?? []}
        keyOf={({ agent }) => agent.id}
        columns={[
          { key: 'name', name: words.person, by: ({ name }) => name, show: ({ name }) => name },
          figure('count', own.count, own.countHelp, (row) => row.first_response.count, count),
          figure('median', own.median, own.medianHelp, (row) => row.first_response.median_seconds, seconds),
          figure('mean', own.mean, own.meanHelp, (row) => row.first_response.mean_seconds, seconds),
          figure('p90', own.p90, own.p90Help, (row) => row.first_response.p90_seconds, seconds),
          figure('working', own.working, own.workingHelp, (row) => row.business_hours.median_seconds, seconds),
          figure('answers', own.answers, own.answersHelp, (row) => row.answers.count, count),
          figure('wait', own.answersMean, own.answersMeanHelp, (row) => row.answers.mean_seconds, seconds),
        ]}
      />
    </Panel>
  )
}
