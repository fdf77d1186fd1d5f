import { useState } from 'react'
import type { Output } from '#web/api.ts'
import { HeatMap } from '#web/ui/chart/heat-map.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { useWide } from '#web/ui/use-wide.ts'
import { Kpi, Kpis } from '#web/screens/reports/frame/kpi.tsx'
import { Panel } from '#web/screens/reports/frame/panel.tsx'
import { ReportBody } from '#web/screens/reports/frame/report-body.tsx'
import { SpreadPanel } from '#web/screens/reports/frame/spread-panel.tsx'
import { useFigures } from '#web/screens/reports/figures.ts'
import { useWindow } from '#web/screens/reports/use-asked.ts'
import { useReport } from '#web/screens/reports/use-report.ts'
import { useReportWords } from '#web/screens/reports/words.ts'
import { Queue } from './queue.tsx'

type Report = Output<'get_conversations_report'>
type Parts = { data: Report | undefined; before: Report | undefined }

/** When customers write, how fast they are answered, and who waits. */
export function Conversations() {
  const { input, before } = useWindow()
  const report = useReport('get_conversations_report', input, before)
  return (
    <ReportBody read={report} input={input}>
      <Main {...report} />
      <Week heatmap={report.data?.heatmap} />
      <Spread {...report} />
      <Assistant {...report} />
      <Queue queue={report.data?.queue} />
    </ReportBody>
  )
}

function Main({ data, before }: Parts) {
  const { conversations: words } = useReportWords()
  const { count, seconds } = useFigures()
  const [now, was] = [data?.first_response, before?.first_response]
  return (
    <Kpis>
      <Kpi name={words.asked} help={words.askedHelp} write={count} value={now?.asked} was={was?.asked} />
      <Kpi
        name={words.unanswered}
        help={words.unansweredHelp}
        write={count}
        value={now?.unanswered}
        was={was?.unanswered}
        wanted="less"
      />
      <Kpi
        name={words.median}
        help={words.medianHelp}
        write={seconds}
        value={now?.human.median_seconds}
        was={was?.human.median_seconds}
        wanted="less"
      />
      <Kpi
        name={words.p90}
        help={words.p90Help}
        write={seconds}
        value={now?.human.p90_seconds}
        was={was?.human.p90_seconds}
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
    </Kpis>
  )
}

/** The week hour by hour; on a phone it stands upright. */
function Week({ heatmap }: { heatmap: Report['heatmap'] | undefined }) {
  const words = useReportWords()
  const { conversations: own } = words
  const { count } = useFigures()
  const isWide = useWide(48)
  const hours = Array.from({ length: 24 }, (_, hour) => `${hour}`)
  const at = (weekday: number, hour: number) => heatmap?.[weekday * 24 + hour]?.count ?? 0
  const most = heatmap?.toSorted((a, b) => b.count - a.count)[0]
  return (
    <Panel
      title={own.heat}
      help={own.heatHelp}
      summary={most ? own.heatSummary(words.weekdays[most.weekday - 1]!, `${most.hour}:00`, count(most.count)) : ''}
      csv="heatmap"
      room={isWide ? 'min-h-67' : 'min-h-196'}
      state={!heatmap ? 'waiting' : most?.count ? 'there' : 'empty'}
    >
      {isWide ? (
        <HeatMap
          label={own.heat}
          rows={words.weekdaysShort}
          columns={hours}
          at={at}
          write={count}
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
          corner={own.hour}
          few={own.few}
          many={own.many}
        />
      )}
    </Panel>
  )
}

function Spread({ data, before }: Parts) {
  const { conversations: words } = useReportWords()
  const [kind, setKind] = useState<keyof typeof words.kinds>('human')
  return (
    <SpreadPanel
      title={words.spread}
      help={words.spreadHelp}
      buckets={data?.first_response[kind].buckets}
      before={before?.first_response[kind].buckets}
      csv={`first_response.${kind}.buckets`}
      aside={<Segmented label={words.spread} value={kind} choices={words.kinds} onChange={setKind} />}
    />
  )
}

function Assistant({ data, before }: Parts) {
  const { conversations: words } = useReportWords()
  const { count, percent, seconds } = useFigures()
  const [now, was] = [data?.ai, before?.ai]
  return (
    <div className="grid gap-2">
      <h2 className="text-lg font-semibold">{words.ai}</h2>
      <Kpis label={words.ai}>
        <Kpi
          name={words.aiConversations}
          help={words.aiConversationsHelp}
          write={count}
          value={now?.conversations}
          was={was?.conversations}
        />
        <Kpi
          name={words.aiMessages}
          help={words.aiMessagesHelp}
          write={count}
          value={now?.messages}
          was={was?.messages}
        />
        <Kpi
          name={words.aiMean}
          help={words.aiMeanHelp}
          write={seconds}
          value={now?.mean_seconds}
          was={was?.mean_seconds}
          wanted="less"
        />
        <Kpi
          name={words.handovers}
          help={words.handoversHelp}
          write={count}
          value={now?.handovers}
          was={was?.handovers}
        />
        <Kpi
          name={words.containment}
          help={words.containmentHelp}
          write={percent}
          value={now?.containment_rate}
          was={was?.containment_rate}
          wanted="more"
          isRate
        />
      </Kpis>
    </div>
  )
}
