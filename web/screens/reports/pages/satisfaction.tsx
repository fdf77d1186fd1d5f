import { assignedTo, surveys, type RecordFilters } from '#contract/report-records.ts'
import type { Output } from '#web/app/api.ts'
import { useRead } from '#web/app/query.ts'
import { useTime } from '#web/app/format/time.ts'
import { AgentButton } from '#web/screens/reports/frame/agent-button.tsx'
import { KpiRow } from '#web/screens/reports/frame/kpi-row.tsx'
import { Panel } from '#web/screens/reports/frame/panel.tsx'
import { ConversationLink } from '#web/screens/reports/frame/record-links.tsx'
import { ReportBody } from '#web/screens/reports/frame/report-body.tsx'
import { SharePanel } from '#web/screens/reports/frame/share-panel.tsx'
import { TablePanel } from '#web/screens/reports/frame/table-panel.tsx'
import { useFormats } from '#web/screens/reports/formats.ts'
import { useReport, type Comparison } from '#web/screens/reports/use-report.ts'
import { useReportScope, useSelectedAgent, useWindowInput } from '#web/screens/reports/use-report-input.ts'
import { useReportWords } from '#web/screens/reports/words.ts'

type Report = Output<'get_satisfaction_report'>
type Input = ReturnType<typeof useWindowInput>['input'] & { assignee?: string }

/** Ratings and comments from satisfaction surveys. */
export function Satisfaction() {
  const { input, previous } = useWindowInput()
  const agent = useSelectedAgent()
  const whose = agent ? { agent } : {}
  const report = useReport('get_satisfaction_report', { ...input, ...whose }, previous && { ...previous, ...whose })
  return (
    <ReportBody report={report}>
      <Kpis {...report} />
      <Stars data={report.data} />
      <AgentTable data={report.data} />
      <Comments input={{ ...input, ...(agent && { assignee: agent }) }} />
    </ReportBody>
  )
}

/** The surveys of the chosen days, channel and person. */
function useSurveys() {
  const scope = useReportScope()
  const agent = useSelectedAgent()
  return (filters: RecordFilters['csat_responses']) => surveys(scope, { ...(agent && { assignee: agent }), ...filters })
}

function Kpis({ data, previous }: Comparison<'get_satisfaction_report'>) {
  const { satisfaction: words } = useReportWords()
  const { count, percent, stars } = useFormats()
  const listOf = useSurveys()
  const answered = listOf({ answered_only: true })
  return (
    <KpiRow
      words={words}
      data={data}
      previous={previous}
      kpis={[
        {
          key: 'average',
          value: ({ totals }) => totals.average_rating,
          format: stars,
          better: 'higher',
          list: answered,
        },
        { key: 'answered', value: ({ totals }) => totals.surveys_answered, format: count, list: answered },
        { key: 'sent', value: ({ totals }) => totals.surveys_sent, format: count, list: listOf({}) },
        {
          key: 'rate',
          value: ({ totals }) => totals.response_rate,
          format: percent,
          better: 'higher',
          isRate: true,
          list: answered,
        },
      ]}
    />
  )
}

function Stars({ data }: { data: Report | undefined }) {
  const { satisfaction: words } = useReportWords()
  const listOf = useSurveys()
  const shares = data?.by_rating.map(({ rating, count, share }) => ({
    key: `${rating}`,
    name: `${'★'.repeat(rating)} ${words.stars(rating)}`,
    value: count,
    share,
    list: listOf({ rating }),
  }))
  return (
    <SharePanel
      title={words.spread}
      help={words.spreadHelp}
      nameLabel={words.average}
      shares={shares}
      csv="by_rating"
      empty={{ title: words.none, hint: words.noneHint }}
    />
  )
}

function AgentTable({ data }: { data: Report | undefined }) {
  const { satisfaction: words, person, unassigned } = useReportWords()
  const { count, percent, stars } = useFormats()
  const listOf = useSurveys()
  type Row = Report['by_agent'][number]
  const sent = ({ agent }: Row) => listOf(assignedTo(agent?.id ?? null))
  const answered = ({ agent }: Row) => listOf({ ...assignedTo(agent?.id ?? null), answered_only: true })
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
          show: ({ agent }) => (agent ? <AgentButton {...agent} /> : unassigned),
        },
        figure('average', words.average, words.averageHelp, ({ average_rating }) => average_rating, stars, answered),
        figure('answered', words.answered, words.answeredHelp, (row) => row.surveys_answered, count, answered),
        figure('sent', words.sent, words.sentHelp, (row) => row.surveys_sent, count, sent),
        figure('rate', words.rate, words.rateHelp, ({ response_rate }) => response_rate, percent, answered),
      ]}
    />
  )
}

/** The latest survey responses with their comments. */
function Comments({ input }: { input: Input }) {
  const { satisfaction: words } = useReportWords()
  const time = useTime()
  const answered = { ...input, answered_only: true, limit: 12 }
  const items = useRead('list_csat_responses', answered, { keepsPrevious: true }).data?.items
  if (items?.length === 0) return null
  return (
    <Panel title={words.comments} help={words.commentsHelp} size="min-h-80" state={items ? 'ready' : 'loading'}>
      <ul className="divide-y divide-line">
        {items?.map(({ id, rating, comment, contact, conversation_id, assignee, answered_at }) => (
          <li key={id} className="flex flex-col gap-0.5 py-2.5">
            <div className="flex flex-wrap items-baseline gap-x-3 text-sm">
              <span className="w-20 text-warn-text" role="img" aria-label={words.stars(rating ?? 0)}>
                {'★'.repeat(rating ?? 0)}
                <span className="text-ink-3">{'☆'.repeat(5 - (rating ?? 0))}</span>
              </span>
              <ConversationLink id={conversation_id} name={contact.name} />
              <span className="text-xs text-ink-3">
                {[assignee?.name, answered_at && time.ago(answered_at)].filter(Boolean).join(' · ')}
              </span>
            </div>
            <p className={comment ? 'text-base text-pretty wrap-anywhere' : 'text-sm text-ink-3'}>
              {comment || words.noComment}
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
