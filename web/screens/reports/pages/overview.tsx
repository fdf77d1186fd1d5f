import { Link } from '@tanstack/react-router'
import type { Output } from '#web/api.ts'
import { useAccount } from '#web/session.ts'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { DailyPanel } from '#web/screens/reports/frame/daily-panel.tsx'
import { Kpi, Kpis } from '#web/screens/reports/frame/kpi.tsx'
import { ReportBody } from '#web/screens/reports/frame/report-body.tsx'
import { SharePanel } from '#web/screens/reports/frame/share-panel.tsx'
import { useFigures } from '#web/screens/reports/figures.ts'
import { useReportFilters, useWindow } from '#web/screens/reports/use-asked.ts'
import { useChangeFilters } from '#web/screens/reports/use-change-filters.ts'
import { useReport } from '#web/screens/reports/use-report.ts'
import { useReportWords } from '#web/screens/reports/words.ts'

type Report = Output<'get_overview_report'>
type Day = Report['daily'][number]
type FigureName = Exclude<keyof Day, 'day'>
type Parts = { data: Report | undefined; before: Report | undefined }

const talk = ['conversations', 'resolved', 'incoming_messages', 'human_messages', 'ai_messages'] as const
const sale = ['contacts', 'leads', 'opportunities', 'won', 'revenue'] as const
/** How much is written is neither good nor bad. */
const isGood = new Set<FigureName>(['resolved', ...sale])

/** Conversations and sales at a glance: a figure chosen above is drawn below. */
export function Overview() {
  const { input, before } = useWindow()
  const report = useReport('get_overview_report', input, before)
  return (
    <ReportBody read={report} input={input}>
      <Now now={report.data?.now} />
      <Drawn kind="talk" figures={talk} {...report} />
      <Drawn kind="sale" figures={sale} {...report} />
      <Shares data={report.data} />
    </ReportBody>
  )
}

/** As it is at this moment; each opens what it counts. */
function Now({ now }: { now: Report['now'] | undefined }) {
  const { overview: words } = useReportWords()
  const { count } = useFigures()
  const { id: account_id } = useAccount()
  const { inbox } = useReportFilters()
  const parts = [
    ['open', words.open, words.openHelp],
    ['unassigned', words.unassigned, words.unassignedHelp],
    ['unread', words.unread, words.unreadHelp],
  ] as const
  return (
    <section aria-label={words.now} className="flex flex-wrap items-center gap-x-6 gap-y-1 text-sm text-ink-2">
      <h2 className="flex items-center gap-2 font-medium text-ink">
        <span aria-hidden className="size-2 rounded-full bg-chart-good" />
        {words.now}
      </h2>
      {parts.map(([key, name, help]) => (
        <Tooltip key={key} text={help}>
          <Link
            to="/app/$account_id/conversations"
            params={{ account_id }}
            search={{ folder: key, ...(inbox && { inbox }) }}
            className="rounded py-1 hover:text-ink hover:underline pointer-coarse:py-2.5"
          >
            <span className="inline-block min-w-5 text-right font-semibold text-ink tabular-nums">
              {now ? count(now[key]) : '·'}
            </span>{' '}
            {name.toLowerCase()}
          </Link>
        </Tooltip>
      ))}
    </section>
  )
}

type DrawnProps = Parts & { kind: 'talk' | 'sale'; figures: readonly FigureName[] }

/** Some figures, and one of them day by day. */
function Drawn({ kind, figures, data, before }: DrawnProps) {
  const { overview: words } = useReportWords()
  const { default_currency } = useAccount()
  const filters = useReportFilters()
  const change = useChangeFilters()
  const { count, short, seconds, amount, shortAmount, others } = useFigures()
  const chosen = figures.find((figure) => figure === filters[kind]) ?? figures.at(kind === 'talk' ? 0 : -1)!
  const writers = (figure: FigureName) =>
    figure === 'revenue'
      ? ([amount(default_currency), shortAmount(default_currency)] as const)
      : ([count, short] as const)
  const [write, writeShort] = writers(chosen)
  const [name, help] = words.figures[chosen]!
  const { first_response_median_seconds: median, first_response_mean_seconds: mean } = data?.kpis ?? {}
  return (
    <div className="grid gap-2">
      <h2 className="text-lg font-semibold">{kind === 'talk' ? words.talk : words.sell}</h2>
      <Kpis label={kind === 'talk' ? words.talk : words.sell}>
        {figures.map((figure) => (
          <Kpi
            key={figure}
            name={words.figures[figure]![0]}
            help={words.figures[figure]![1]}
            write={writers(figure)[0]}
            value={data?.kpis[figure].current}
            was={data?.kpis[figure].previous}
            {...(figure === 'revenue' && { note: data && others(data.revenue) ? `+ ${others(data.revenue)}` : '' })}
            {...(isGood.has(figure) && { wanted: 'more' })}
            isChosen={figure === chosen}
            onChoose={() => change({ [kind]: figure })}
          />
        ))}
        {kind === 'talk' && (
          <Kpi
            name={words.median}
            help={words.medianHelp}
            write={seconds}
            value={median?.current}
            was={median?.previous}
            wanted="less"
            note={mean?.current ? words.mean(seconds(mean.current)) : ''}
          />
        )}
      </Kpis>
      <DailyPanel
        title={words.perDay(name)}
        help={help}
        days={data?.daily.map((each) => ({ day: each.day, value: each[chosen] }))}
        before={before?.daily.map((each) => ({ day: each.day, value: each[chosen] }))}
        write={write}
        writeShort={writeShort}
        csv="daily"
      />
    </div>
  )
}

function Shares({ data }: { data: Report | undefined }) {
  const words = useReportWords()
  const { overview: own } = words
  const toShare = (key: string, name: string, count: number, share: number | null) => ({
    key,
    name,
    value: count,
    share,
  })
  return (
    <div className="grid gap-5 @3xl:grid-cols-2">
      <SharePanel
        title={own.byChannel}
        help={own.byChannelHelp}
        of={words.inbox}
        csv="by_channel"
        shares={data?.by_channel
          .map(({ channel, count, share }) => toShare(channel, words.channels[channel], count, share))
          .filter(({ value }) => value > 0)
          .toSorted((a, b) => b.value - a.value)}
      />
      <SharePanel
        title={own.sources}
        help={own.sourcesHelp}
        of={words.crm.origin}
        figure={words.crm.contacts}
        csv="attribution"
        shares={data?.attribution.map(({ source, contacts, share }) => toShare(source, source, contacts, share))}
      />
      <SharePanel
        title={own.byStatus}
        help={own.byStatusHelp}
        of={own.byStatus}
        csv="by_status"
        shares={data?.by_status.map(({ status, count, share }) =>
          toShare(status, words.statuses[status], count, share),
        )}
      />
      <SharePanel
        title={own.byPriority}
        help={own.byPriorityHelp}
        of={own.byPriority}
        csv="by_priority"
        shares={data?.by_priority.map(({ priority, count, share }) =>
          toShare(priority, words.priorities[priority], count, share),
        )}
      />
    </div>
  )
}
