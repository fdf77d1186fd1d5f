import { Link } from '@tanstack/react-router'
import * as lists from '#contract/report-lists.ts'
import { messages } from '#contract/report-records.ts'
import type { Output } from '#web/app/api.ts'
import { useAccount } from '#web/app/session.ts'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { DailyPanel } from '#web/screens/reports/frame/daily-panel.tsx'
import { Kpi, KpiGroup } from '#web/screens/reports/frame/kpi.tsx'
import { ReportBody } from '#web/screens/reports/frame/report-body.tsx'
import { SharePanel } from '#web/screens/reports/frame/share-panel.tsx'
import { useFormats } from '#web/screens/reports/formats.ts'
import { useReportFilters, useReportScope, useWindowInput } from '#web/screens/reports/use-report-input.ts'
import { useChangeFilters } from '#web/screens/reports/use-change-filters.ts'
import { useReport, type Comparison } from '#web/screens/reports/use-report.ts'
import { useConversationWords } from '#web/features/conversations/words.ts'
import { useOrigins } from '#web/features/origins/use-origins.ts'
import { useReportWords } from '#web/screens/reports/words.ts'

type Report = Output<'get_overview_report'>
type Day = Report['daily'][number]
type FigureName = Exclude<keyof Day, 'day'>

const talk = ['conversations', 'resolved', 'incoming_messages', 'human_messages', 'ai_messages'] as const
const sale = ['contacts', 'leads', 'opportunities', 'won', 'revenue'] as const
/** Figures that are better when higher. Message volume is neither good nor bad. */
const betterWhenHigher = new Set<FigureName>(['resolved', ...sale])

/** Conversations and sales at a glance. The selected figure of each group is charted. */
export function Overview() {
  const { input, previous } = useWindowInput()
  const report = useReport('get_overview_report', input, previous)
  return (
    <ReportBody report={report} input={input}>
      <Now now={report.data?.now} />
      <FigureGroup kind="talk" figures={talk} {...report} />
      <FigureGroup kind="sale" figures={sale} {...report} />
      <Shares data={report.data} />
    </ReportBody>
  )
}

/** Current counts, each linked to the conversations it counts. */
function Now({ now }: { now: Report['now'] | undefined }) {
  const { overview: words } = useReportWords()
  const { count } = useFormats()
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

/** The records behind each figure. */
const lists_of: Record<FigureName, (scope: lists.ReportScope) => lists.ReportList> = {
  incoming_messages: (scope) => messages(scope, { sender: 'customer' }),
  human_messages: (scope) => messages(scope, { sender: 'person' }),
  ai_messages: (scope) => messages(scope, { sender: 'ai_agent' }),
  conversations: (scope) => lists.created('conversations', scope),
  resolved: (scope) => lists.conversationsBy('last_resolved_at', scope),
  contacts: (scope) => lists.created('contacts', scope),
  leads: (scope) => lists.created('leads', scope),
  opportunities: (scope) => lists.created('opportunities', scope),
  won: (scope) => lists.closed(['won'], scope),
  revenue: (scope) => lists.closed(['won'], scope),
}

type FigureGroupProps = Comparison<'get_overview_report'> & { kind: 'talk' | 'sale'; figures: readonly FigureName[] }

/** A group of figures, and a daily chart of the selected one. */
function FigureGroup({ kind, figures, data, previous }: FigureGroupProps) {
  const { overview: words } = useReportWords()
  const { default_currency } = useAccount()
  const filters = useReportFilters()
  const change = useChangeFilters()
  const { count, short, seconds, amount, shortAmount, others } = useFormats()
  const selected = figures.find((figure) => figure === filters[kind]) ?? figures.at(kind === 'talk' ? 0 : -1)!
  const formatsOf = (figure: FigureName) =>
    figure === 'revenue'
      ? ([amount(default_currency), shortAmount(default_currency)] as const)
      : ([count, short] as const)
  const [format, shortFormat] = formatsOf(selected)
  const [name, help] = words.figures[selected]!
  const scope = useReportScope()
  const listOf = (figure: FigureName, days = scope.days) => lists_of[figure]({ ...scope, days })
  const { first_response_median_seconds: median, first_response_mean_seconds: mean } = data?.kpis ?? {}
  return (
    <div className="grid gap-2">
      <h2 className="text-lg font-semibold">{kind === 'talk' ? words.talk : words.sell}</h2>
      <KpiGroup label={kind === 'talk' ? words.talk : words.sell}>
        {figures.map((figure) => (
          <Kpi
            key={figure}
            name={words.figures[figure]![0]}
            help={words.figures[figure]![1]}
            format={formatsOf(figure)[0]}
            value={data?.kpis[figure].current}
            previous={data?.kpis[figure].previous}
            {...(figure === 'revenue' && { note: data && others(data.revenue) ? `+ ${others(data.revenue)}` : '' })}
            {...(betterWhenHigher.has(figure) && { better: 'higher' })}
            list={listOf(figure)}
            isSelected={figure === selected}
            onSelect={() => change({ [kind]: figure })}
          />
        ))}
        {kind === 'talk' && (
          <Kpi
            name={words.median}
            help={words.medianHelp}
            format={seconds}
            value={median?.current}
            previous={median?.previous}
            better="lower"
            list={lists.conversationsBy('asked_at', scope, lists.is('answered_at', 'is_present'))}
            note={mean?.current ? words.mean(seconds(mean.current)) : ''}
          />
        )}
      </KpiGroup>
      <DailyPanel
        title={words.perDay(name)}
        help={help}
        days={data?.daily.map((each) => ({ day: each.day, value: each[selected] }))}
        previous={previous?.daily.map((each) => ({ day: each.day, value: each[selected] }))}
        format={format}
        shortFormat={shortFormat}
        csv="daily"
        listOf={(days) => listOf(selected, days)}
      />
    </div>
  )
}

function Shares({ data }: { data: Report | undefined }) {
  const words = useReportWords()
  const { overview: own } = words
  const { channels } = useConversationWords()
  const origins = useOrigins()
  const scope = useReportScope()
  const listOf = (field: string, value: string) =>
    lists.created(field === 'origin_or_channel' ? 'contacts' : 'conversations', scope, lists.valueOf(field, value))
  const toShare = (field: string, key: string, name: string, count: number, share: number | null) => ({
    key,
    name,
    value: count,
    share,
    list: listOf(field, key),
  })
  return (
    <div className="grid gap-5 @3xl:grid-cols-2">
      <SharePanel
        title={own.byChannel}
        help={own.byChannelHelp}
        nameLabel={words.inbox}
        csv="by_channel"
        shares={data?.by_channel
          .map(({ channel, count, share }) => toShare('channel', channel, channels[channel], count, share))
          .filter(({ value }) => value > 0)
          .toSorted((a, b) => b.value - a.value)}
      />
      <SharePanel
        title={own.sources}
        help={own.sourcesHelp}
        nameLabel={words.crm.origin}
        valueLabel={words.crm.contacts}
        csv="attribution"
        shares={data?.attribution.map(({ source, contacts, share }) =>
          toShare('origin_or_channel', source, origins.sourceOrChannel(source), contacts, share),
        )}
      />
      <SharePanel
        title={own.byStatus}
        help={own.byStatusHelp}
        nameLabel={own.byStatus}
        csv="by_status"
        shares={data?.by_status.map(({ status, count, share }) =>
          toShare('status', status, words.statuses[status], count, share),
        )}
      />
      <SharePanel
        title={own.byPriority}
        help={own.byPriorityHelp}
        nameLabel={own.byPriority}
        csv="by_priority"
        shares={data?.by_priority.map(({ priority, count, share }) =>
          toShare('priority', priority, words.priorities[priority], count, share),
        )}
      />
    </div>
  )
}
