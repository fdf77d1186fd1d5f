import { useState } from 'react'
import * as lists from '#contract/report-lists.ts'
import { messages } from '#contract/report-records.ts'
import type { Output } from '#web/app/api.ts'
import { Segmented } from '#web/ui/segmented.tsx'
import { DistributionPanel } from '#web/screens/reports/frame/distribution-panel.tsx'
import { KpiRow } from '#web/screens/reports/frame/kpi-row.tsx'
import { ReportBody } from '#web/screens/reports/frame/report-body.tsx'
import { TablePanel } from '#web/screens/reports/frame/table-panel.tsx'
import { useFormats } from '#web/screens/reports/formats.ts'
import { useReport, type Comparison } from '#web/screens/reports/use-report.ts'
import { useReportScope, useWindowInput } from '#web/screens/reports/use-report-input.ts'
import { useReportWords } from '#web/screens/reports/words.ts'

type Report = Output<'get_agent_response_times'>

/** Response times of the team and of each agent. */
export function AgentResponseTimes() {
  const { input, previous } = useWindowInput()
  const report = useReport('get_agent_response_times', input, previous)
  return (
    <ReportBody report={report} input={input}>
      <Kpis {...report} />
      <Distribution {...report} />
      <AgentTable agents={report.data?.agents} />
    </ReportBody>
  )
}

function Kpis({ data, previous }: Comparison<'get_agent_response_times'>) {
  const { times: words } = useReportWords()
  const { count, seconds: format } = useFormats()
  const scope = useReportScope()
  const first = lists.conversationsBy('asked_at', scope, lists.is('answered_at', 'is_present'))
  const answers = messages(scope, { answers_only: true })
  return (
    <KpiRow
      words={words}
      data={data?.totals}
      previous={previous?.totals}
      kpis={[
        {
          key: 'median',
          value: (totals) => totals.first_response.median_seconds,
          format,
          better: 'lower',
          list: first,
        },
        { key: 'p90', value: (totals) => totals.first_response.p90_seconds, format, better: 'lower', list: first },
        {
          key: 'working',
          value: (totals) => totals.business_hours.median_seconds,
          format,
          better: 'lower',
          list: first,
        },
        { key: 'answers', value: (totals) => totals.answers.count, format: count, list: answers },
        { key: 'answersMean', value: (totals) => totals.answers.mean_seconds, format, better: 'lower', list: answers },
      ]}
    />
  )
}

function Distribution({ data, previous }: Comparison<'get_agent_response_times'>) {
  const { times: words } = useReportWords()
  const [kind, setKind] = useState<keyof typeof words.kinds>('first_response')
  const scope = useReportScope()
  return (
    <DistributionPanel
      title={words.spread}
      help={words.spreadHelp}
      buckets={data?.totals[kind].buckets}
      previous={previous?.totals[kind].buckets}
      csv={`totals.${kind}.buckets`}
      listOf={(within) => lists.answeredWithin(kind === 'first_response' ? 'human' : kind, within, scope)}
      aside={<Segmented label={words.spread} value={kind} choices={words.kinds} onChange={setKind} />}
    />
  )
}

function AgentTable({ agents }: { agents: Report['agents'] | undefined }) {
  const { times: words, person } = useReportWords()
  const { count, seconds } = useFormats()
  const scope = useReportScope()
  type Row = Report['agents'][number]
  const answeredBy = ({ agent }: Row) =>
    lists.conversationsBy('asked_at', scope, lists.is('answered_by_id', 'equal_to', agent.id))
  const answers = ({ agent }: Row) => messages(scope, { agent: agent.id, answers_only: true })
  return (
    <TablePanel
      title={words.table}
      help={words.tableHelp}
      csv="agents"
      rows={agents}
      keyOf={({ agent }) => agent.id}
      columns={({ text, figure }) => [
        text('name', person, ({ name }) => name),
        figure('count', words.count, words.countHelp, (row) => row.first_response.count, count, answeredBy),
        figure(
          'median',
          words.median,
          words.medianHelp,
          (row) => row.first_response.median_seconds,
          seconds,
          answeredBy,
        ),
        figure('mean', words.mean, words.meanHelp, (row) => row.first_response.mean_seconds, seconds, answeredBy),
        figure('p90', words.p90, words.p90Help, (row) => row.first_response.p90_seconds, seconds, answeredBy),
        figure(
          'working',
          words.working,
          words.workingHelp,
          (row) => row.business_hours.median_seconds,
          seconds,
          answeredBy,
        ),
        figure('answers', words.answers, words.answersHelp, (row) => row.answers.count, count, answers),
        figure('wait', words.answersMean, words.answersMeanHelp, (row) => row.answers.mean_seconds, seconds, answers),
      ]}
    />
  )
}
