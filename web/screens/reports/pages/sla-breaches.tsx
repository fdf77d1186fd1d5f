import { useState } from 'react'
import type { ReportScope } from '#contract/report-lists.ts'
import { assignedTo, breaches, inTeam, type RecordFilters } from '#contract/report-records.ts'
import type { Output } from '#web/app/api.ts'
import { Segmented } from '#web/ui/segmented.tsx'
import { DailyPanel } from '#web/screens/reports/frame/daily-panel.tsx'
import { Kpi, KpiGroup } from '#web/screens/reports/frame/kpi.tsx'
import { Panel } from '#web/screens/reports/frame/panel.tsx'
import { ReportBody } from '#web/screens/reports/frame/report-body.tsx'
import { Table } from '#web/screens/reports/frame/table.tsx'
import { useFormats } from '#web/screens/reports/formats.ts'
import { useReportScope, useWindowInput } from '#web/screens/reports/use-report-input.ts'
import { useReport, type Comparison } from '#web/screens/reports/use-report.ts'
import { useReportWords } from '#web/screens/reports/words.ts'
import { LatestBreaches } from './latest-breaches.tsx'

type Report = Output<'get_sla_breaches_report'>

const kinds = ['total', 'first_response', 'next_response', 'resolution'] as const
type Kind = (typeof kinds)[number]

const ofKind = (kind: Kind): RecordFilters['sla_breaches'] => (kind === 'total' ? {} : { kind })

/** SLA breaches by kind, by day, and by agent, channel, team or priority. */
export function SlaBreaches() {
  const { sla: words } = useReportWords()
  const { input, previous } = useWindowInput()
  const { count, short } = useFormats()
  const report = useReport('get_sla_breaches_report', input, previous)
  const [kind, setKind] = useState<Kind>('total')
  const scope = useReportScope()
  const daily = (data: Report | undefined) => data?.daily.map((each) => ({ day: each.day, value: each[kind] }))
  return (
    <ReportBody report={report} input={input}>
      <Kpis {...report} kind={kind} onSelect={setKind} />
      <DailyPanel
        title={words.perDay}
        help={kind === 'total' ? words.perDayHelp : words[`${kind}Help`]}
        days={daily(report.data)}
        previous={daily(report.previous)}
        format={count}
        shortFormat={short}
        csv="daily"
        listOf={(days) => breaches({ ...scope, days }, ofKind(kind))}
        empty={{ title: words.none, hint: words.noneHint }}
      />
      <Breakdown data={report.data} />
      <LatestBreaches input={input} />
    </ReportBody>
  )
}

type KpiProps = Comparison<'get_sla_breaches_report'> & { kind: Kind; onSelect: (kind: Kind) => void }

/** Breaches by kind; the selected kind is charted. */
function Kpis({ data, previous, kind, onSelect }: KpiProps) {
  const { sla: words } = useReportWords()
  const { count, percent } = useFormats()
  const scope = useReportScope()
  return (
    <KpiGroup>
      {kinds.map((each) => (
        <Kpi
          key={each}
          name={words[each]}
          help={words[`${each}Help`]}
          format={count}
          value={data?.totals[each]}
          previous={previous?.totals[each]}
          better="lower"
          list={breaches(scope, ofKind(each))}
          isSelected={each === kind}
          onSelect={() => onSelect(each)}
        />
      ))}
      <Kpi
        name={words.rate}
        help={words.rateHelp}
        format={percent}
        value={data?.first_response_breach_rate}
        previous={previous?.first_response_breach_rate}
        better="lower"
        isRate
        list={breaches(scope, ofKind('first_response'))}
        note={data ? words.ofStarted(count(data.asked)) : ''}
      />
    </KpiGroup>
  )
}

type By = 'agent' | 'inbox' | 'team' | 'priority'

/** Breaches by the agent, channel, team or priority at the time of the breach. */
function Breakdown({ data }: { data: Report | undefined }) {
  const words = useReportWords()
  const { sla: own } = words
  const { count } = useFormats()
  const [by, setBy] = useState<By>('agent')
  const rows = useRows(data)[by]
  return (
    <Panel
      title={own.table}
      help={own.tableHelp}
      csv={`by_${by}`}
      size="min-h-40"
      state={!rows ? 'loading' : rows.some(({ total }) => total > 0) ? 'ready' : 'empty'}
      empty={{ title: own.none, hint: own.noneHint }}
      aside={<Segmented label={own.by} value={by} choices={own.bys} onChange={setBy} />}
    >
      <Table
        label={own.table}
        rows={rows ?? []}
        keyOf={({ name }, index) => `${by}-${index}-${name}`}
        columns={({ text, figure }) => [
          text('name', own.bys[by], ({ name }) => name),
          ...kinds.map((kind) =>
            figure(
              kind,
              own[kind],
              own[`${kind}Help`],
              (row: BreachRow) => row[kind],
              count,
              ({ scope, filters }) => breaches(scope, { ...filters, ...ofKind(kind) }),
            ),
          ),
        ]}
      />
    </Panel>
  )
}

type BreachRow = Record<Kind, number> & {
  name: string
  scope: ReportScope
  filters: RecordFilters['sla_breaches']
}

/** The rows of each breakdown, with the filters of the breaches they count. */
function useRows(data: Report | undefined): Record<By, BreachRow[] | undefined> {
  const { sla: own, unassigned, priorities } = useReportWords()
  const scope = useReportScope()
  return {
    agent: data?.by_agent.map(({ agent, ...row }) => {
      const name = agent?.name ?? unassigned
      return { ...row, name, scope, filters: assignedTo(agent?.id ?? null) }
    }),
    inbox: data?.by_inbox.map(({ inbox, ...row }) => ({
      ...row,
      scope: { ...scope, inbox_id: inbox?.id },
      filters: {},
    })),
    team: data?.by_team.map(({ team, ...row }) => {
      const name = team?.name ?? own.noTeam
      return { ...row, name, scope, filters: inTeam(team?.id ?? null) }
    }),
    priority: data?.by_priority.map(({ priority, ...row }) => ({
      ...row,
      name: priorities[priority],
      scope,
      filters: { priority },
    })),
  }
}
