import type { Output } from '#web/api.ts'
import { useRead } from '#web/query.ts'
import { useTime } from '#web/time.ts'
import { Kpi, Kpis } from '#web/screens/reports/frame/kpi.tsx'
import { Panel } from '#web/screens/reports/frame/panel.tsx'
import { PersonButton } from '#web/screens/reports/frame/person-button.tsx'
import { ConversationLink } from '#web/screens/reports/frame/record-links.tsx'
import { ReportBody } from '#web/screens/reports/frame/report-body.tsx'
import { SharePanel } from '#web/screens/reports/frame/share-panel.tsx'
import { Table } from '#web/screens/reports/frame/table.tsx'
import { useFigures } from '#web/screens/reports/figures.ts'
import { useChosenAgent, useWindow } from '#web/screens/reports/use-asked.ts'
import { useReport } from '#web/screens/reports/use-report.ts'
import { useReportWords } from '#web/screens/reports/words.ts'

type Report = Output<'get_csat_summary'>
type Parts = { data: Report | undefined; before: Report | undefined }
type Asked = ReturnType<typeof useWindow>['input'] & { assignee?: string }

/** What customers said of how they were helped. */
export function Satisfaction() {
  const { input, before } = useWindow()
  const agent = useChosenAgent()
  const assignee = agent ? { assignee: agent } : {}
  const report = useReport('get_csat_summary', { ...input, ...assignee }, before && { ...before, ...assignee })
  return (
    <ReportBody read={report}>
      <Main {...report} />
      <Stars data={report.data} />
      <Everybody data={report.data} />
      <Said asked={{ ...input, ...assignee }} />
    </ReportBody>
  )
}

function Main({ data, before }: Parts) {
  const { satisfaction: words } = useReportWords()
  const { count, percent, stars } = useFigures()
  return (
    <Kpis>
      <Kpi
        name={words.average}
        help={words.averageHelp}
        write={stars}
        value={data?.average}
        was={before?.average}
        wanted="more"
      />
      <Kpi
        name={words.answered}
        help={words.answeredHelp}
        write={count}
        value={data?.answered}
        was={before?.answered}
      />
      <Kpi name={words.asked} help={words.askedHelp} write={count} value={data?.asked} was={before?.asked} />
      <Kpi
        name={words.rate}
        help={words.rateHelp}
        write={percent}
        value={data?.response_rate}
        was={before?.response_rate}
        wanted="more"
        isRate
      />
    </Kpis>
  )
}

function Stars({ data }: { data: Report | undefined }) {
  const { satisfaction: words } = useReportWords()
  const shares =
    data &&
    ([5, 4, 3, 2, 1] as const).map((stars) => ({
      key: `${stars}`,
      name: `${'★'.repeat(stars)} ${words.stars(stars)}`,
      value: data.distribution[stars],
      share: data.answered ? (data.distribution[stars] / data.answered) * 100 : null,
    }))
  return (
    <SharePanel
      title={words.spread}
      help={words.spreadHelp}
      of={words.average}
      shares={shares}
      empty={{ title: words.none, hint: words.noneHint }}
    />
  )
}

function Everybody({ data }: { data: Report | undefined }) {
  const words = useReportWords()
  const { satisfaction: own } = words
  const { count, percent, stars } = useFigures()
  return (
    <Panel
      title={own.table}
      help={own.tableHelp}
      room="min-h-60"
      state={!data ? 'waiting' : data.by_agent.length > 0 ? 'there' : 'empty'}
    >
      <Table
        label={own.table}
        rows={data?.by_agent ?? []}
        keyOf={({ agent }) => agent?.id ?? 'none'}
        columns={[
          {
            key: 'name',
            name: words.person,
            by: ({ agent }) => agent?.name,
            show: ({ agent }) => (agent ? <PersonButton {...agent} /> : words.nobody),
          },
          {
            key: 'average',
            name: own.average,
            help: own.averageHelp,
            by: ({ average }) => average,
            show: ({ average }) => stars(average),
            isFigure: true,
          },
          {
            key: 'answered',
            name: own.answered,
            help: own.answeredHelp,
            by: ({ answered }) => answered,
            show: ({ answered }) => count(answered),
            isFigure: true,
          },
          {
            key: 'asked',
            name: own.asked,
            help: own.askedHelp,
            by: ({ asked }) => asked,
            show: ({ asked }) => count(asked),
            isFigure: true,
          },
          {
            key: 'rate',
            name: own.rate,
            help: own.rateHelp,
            by: ({ response_rate }) => response_rate,
            show: ({ response_rate }) => percent(response_rate),
            isFigure: true,
          },
        ]}
      />
    </Panel>
  )
}

/** The latest answers in their own words. */
function Said({ asked }: { asked: Asked }) {
  const words = useReportWords()
  const { satisfaction: own } = words
  const time = useTime()
  const input = { ...asked, answered_only: true, limit: 12 }
  const items = useRead('list_csat_responses', input, { keepsPrevious: true }).data?.items
  if (items?.length === 0) return null
  return (
    <Panel title={own.comments} help={own.commentsHelp} room="min-h-80" state={items ? 'there' : 'waiting'}>
      <ul className="divide-y divide-line">
        {items?.map(({ id, rating, comment, contact, conversation_id, assignee, answered_at }) => (
          <li key={id} className="flex flex-col gap-0.5 py-2.5">
            <div className="flex flex-wrap items-baseline gap-x-3 text-sm">
              <span className="w-20 text-warn-text" role="img" aria-label={own.stars(rating ?? 0)}>
                {'★'.repeat(rating ?? 0)}
                <span className="text-ink-3">{'☆'.repeat(5 - (rating ?? 0))}</span>
              </span>
              <ConversationLink id={conversation_id} name={contact.name} />
              <span className="text-xs text-ink-3">
                {[assignee?.name, answered_at && time.ago(answered_at)].filter(Boolean).join(' · ')}
              </span>
            </div>
            <p className={comment ? 'text-base text-pretty wrap-anywhere' : 'text-sm text-ink-3'}>
              {comment || own.noComment}
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
