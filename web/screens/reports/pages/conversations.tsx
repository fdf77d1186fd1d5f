import { useState } from 'react'
import * as lists from '#contract/report-lists.ts'
import { messages } from '#contract/report-records.ts'
import type { Output } from '#web/app/api.ts'
import { HeatMap } from '#web/ui/chart/heat-map.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { useWide } from '#web/ui/use-wide.ts'
import { DistributionPanel } from '#web/screens/reports/frame/distribution-panel.tsx'
import { KpiRow } from '#web/screens/reports/frame/kpi-row.tsx'
import { Panel } from '#web/screens/reports/frame/panel.tsx'
import { barClass, RecordsLink } from '#web/screens/reports/frame/record-links.tsx'
import { ReportBody } from '#web/screens/reports/frame/report-body.tsx'
import { useFormats } from '#web/screens/reports/formats.ts'
import { useReportScope, useWindowInput } from '#web/screens/reports/use-report-input.ts'
import { useReport, type Comparison } from '#web/screens/reports/use-report.ts'
import { useReportWords } from '#web/screens/reports/words.ts'
import { WaitingQueue } from './waiting-queue.tsx'

type Report = Output<'get_conversations_report'>

/** Busy hours, response times, the AI agent and the waiting queue. */
export function Conversations() {
  const { input, previous } = useWindowInput()
  const report = useReport('get_conversations_report', input, previous)
  return (
    <ReportBody report={report} input={input}>
      <Kpis {...report} />
      <BusyHours heatmap={report.data?.heatmap} />
      <Distribution {...report} />
      <AiAgent {...report} />
      <WaitingQueue queue={report.data?.queue} />
    </ReportBody>
  )
}

function Kpis({ data, previous }: Comparison<'get_conversations_report'>) {
  const { conversations: words } = useReportWords()
  const { count, seconds: format } = useFormats()
  const scope = useReportScope()
  const surveys = lists.conversationsBy('asked_at', scope)
  const answered = lists.conversationsBy('asked_at', scope, lists.is('answered_at', 'is_present'))
  const unanswered = lists.conversationsBy('asked_at', scope, lists.is('answered_at', 'is_not_present'))
  return (
    <KpiRow
      words={words}
      data={data?.first_response}
      previous={previous?.first_response}
      kpis={[
        { key: 'started', value: (first) => first.asked, format: count, list: surveys },
        { key: 'unanswered', value: (first) => first.unanswered, format: count, better: 'lower', list: unanswered },
        { key: 'median', value: ({ human }) => human.median_seconds, format, better: 'lower', list: answered },
        { key: 'p90', value: ({ human }) => human.p90_seconds, format, better: 'lower', list: answered },
        {
          key: 'working',
          value: ({ business_hours }) => business_hours.median_seconds,
          format,
          better: 'lower',
          list: answered,
        },
      ]}
    />
  )
}

/** Messages by weekday and hour. On a phone the hours run downwards. */
function BusyHours({ heatmap }: { heatmap: Report['heatmap'] | undefined }) {
  const words = useReportWords()
  const { conversations: own } = words
  const { count } = useFormats()
  const isWide = useWide(48)
  const hours = Array.from({ length: 24 }, (_, hour) => `${hour}`)
  const at = (weekday: number, hour: number) => heatmap?.[weekday * 24 + hour]?.count ?? 0
  const scope = useReportScope()
  const link = (weekday: number, hour: number, text: string) => (
    <RecordsLink
      list={messages(scope, { sender: 'customer', weekday: weekday + 1, hour })}
      count={at(weekday, hour)}
      className={barClass}
    >
      {text}
    </RecordsLink>
  )
  const busiest = heatmap?.toSorted((a, b) => b.count - a.count)[0]
  return (
    <Panel
      title={own.heat}
      help={own.heatHelp}
      summary={
        busiest ? own.heatSummary(words.weekdays[busiest.weekday - 1]!, `${busiest.hour}:00`, count(busiest.count)) : ''
      }
      csv="heatmap"
      size={isWide ? 'min-h-67' : 'min-h-196'}
      state={!heatmap ? 'loading' : busiest?.count ? 'ready' : 'empty'}
    >
      {isWide ? (
        <HeatMap
          label={own.heat}
          rows={words.weekdaysShort}
          columns={hours}
          at={at}
          write={count}
          wrap={link}
          corner={own.hour}
          few={own.few}
          many={own.many}
        />
      ) : (
        <HeatMap
          label={own.heat}
          rows={hours.map((hour) => `${hour} h`)}
          columns={words.weekdaysShort}
          at={(hour, weekday) => at(weekday, hour)}
          write={count}
          wrap={(hour, weekday, text) => link(weekday, hour, text)}
          corner={own.hour}
          few={own.few}
          many={own.many}
        />
      )}
    </Panel>
  )
}

function Distribution({ data, previous }: Comparison<'get_conversations_report'>) {
  const { conversations: words } = useReportWords()
  const [kind, setKind] = useState<keyof typeof words.kinds>('human')
  const scope = useReportScope()
  return (
    <DistributionPanel
      title={words.spread}
      help={words.spreadHelp}
      buckets={data?.first_response[kind].buckets}
      previous={previous?.first_response[kind].buckets}
      csv={`first_response.${kind}.buckets`}
      listOf={(within) => lists.answeredWithin(kind, within, scope)}
      aside={<Segmented label={words.spread} value={kind} choices={words.kinds} onChange={setKind} />}
    />
  )
}

function AiAgent({ data, previous }: Comparison<'get_conversations_report'>) {
  const { conversations: words } = useReportWords()
  const { count, percent, seconds } = useFormats()
  const scope = useReportScope()
  const touched = lists.conversationsBy('ai_answered_at', scope)
  const contained = lists.conversationsBy('ai_answered_at', scope, ...lists.contained)
  const handedOver = lists.conversationsBy('handed_over_at', scope)
  return (
    <div className="grid gap-2">
      <h2 className="text-lg font-semibold">{words.ai}</h2>
      <KpiRow
        label={words.ai}
        words={words}
        data={data?.ai}
        previous={previous?.ai}
        kpis={[
          { key: 'aiConversations', value: ({ conversations }) => conversations, format: count, list: touched },
          {
            key: 'aiMessages',
            value: (ai) => ai.messages,
            format: count,
            list: messages(scope, { sender: 'ai_agent' }),
          },
          { key: 'aiMean', value: ({ mean_seconds }) => mean_seconds, format: seconds, better: 'lower', list: touched },
          { key: 'handovers', value: ({ handovers }) => handovers, format: count, list: handedOver },
          {
            key: 'containment',
            value: ({ containment_rate }) => containment_rate,
            format: percent,
            better: 'higher',
            isRate: true,
            list: contained,
          },
        ]}
      />
    </div>
  )
}
