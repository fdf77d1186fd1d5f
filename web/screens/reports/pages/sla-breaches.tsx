import { useState } from 'react'
import type { Output } from '#web/api.ts'
import { Segmented } from '#web/ui/segmented.tsx'
import { DailyPanel } from '#web/screens/reports/frame/daily-panel.tsx'
import { Kpi, Kpis } from '#web/screens/reports/frame/kpi.tsx'
import { Panel } from '#web/screens/reports/frame/panel.tsx'
import { ReportBody } from '#web/screens/reports/frame/report-body.tsx'
import { Table } from '#web/screens/reports/frame/table.tsx'
import { useFigures } from '#web/screens/reports/figures.ts'
import { useWindow } from '#web/screens/reports/use-asked.ts'
import { useReport } from '#web/screens/reports/use-report.ts'
import { useReportWords } from '#web/screens/reports/words.ts'
import { LatestBreaches } from './latest-breaches.tsx'

type Report = Output<'get_sla_breaches_report'>
type Parts = { data: Report | undefined; before: Report | undefined }

const kinds = ['total', 'first_response', 'next_response', 'resolution'] as const
type Kind = (typeof kinds)[number]

/** Promises to customers that were not kept: how many, when, and where. */
export function SlaBreaches() {
  const { sla: words } = useReportWords()
  const { input, before } = useWindow()
  const { count, short } = useFigures()
  const report = useReport('get_sla_breaches_report', input, before)
  const [kind, setKind] = useState<Kind>('total')
  const daily = (of: Report | undefined) => of?.daily.map((each) => ({ day: each.day, value: each[kind] }))
  return (
    <ReportBody read={report} input={input}>
      <Main {...report} kind={kind} onChoose={setKind} />
      <DailyPanel
        title={words.perDay}
        help={kind === 'total' ? words.perDayHelp : words[`${kind}Help`]}
        days={daily(report.data)}
        before={daily(report.before)}
        write={count}
        writeShort={short}
        csv="daily"
        empty={{ title: words.none, hint: words.noneHint }}
      />
      <Where data={report.data} />
      <LatestBreaches input={input} />
    </ReportBody>
  )
}

/** A kind that is chosen is drawn below. */
function Main({ data, before, kind, onChoose }: Parts & { kind: Kind; onChoose: (kind: Kind) => void }) {
  const { sla: words } = useReportWords()
  const { count, percent } = useFigures()
  return (
    <Kpis>
      {kinds.map((each) => (
        <Kpi
          key={each}
          name={words[each]}
          help={words[`${each}Help`]}
          write={count}
          value={data?.totals[each]}
          was={before?.totals[each]}
          wanted="less"
          isChosen={each === kind}
          onChoose={() => onChoose(each)}
        />
      ))}
      <Kpi
        name={words.rate}
        help={words.rateHelp}
        write={percent}
        value={data?.first_response_breach_rate}
        was={before?.first_response_breach_rate}
        wanted="less"
        isRate
        note={data ? words.asked(count(data.asked)) : ''}
      />
    </Kpis>
  )
}

type By = 'agent' | 'inbox' | 'team' | 'priority'

/** The same by whoever or whatever had it when it ran out. */
function Where({ data }: { data: Report | undefined }) {
  const words = useReportWords()
  const { sla: own } = words
  const { count } = useFigures()
  const [by, setBy] = useState<By>('agent')
  const rows = {
    agent: data?.by_agent.map(({ agent, ...row }) => ({ ...row, name: agent?.name ?? words.nobody })),
    inbox: data?.by_inbox,
    team: data?.by_team.map(({ team, ...row }) => ({ ...row, name: team?.name ?? own.noTeam })),
    priority: data?.by_priority.map(({ priority, ...row }) => ({ ...row, name: words.priorities[priority] })),
  }[by]
  return (
    <Panel
      title={own.table}
      help={own.tableHelp}
      csv={`by_${by}`}
      room="min-h-40"
      state={!rows ? 'waiting' : rows.some(({ total }) => total > 0) ? 'there' : 'empty'}
      empty={{ title: own.none, hint: own.noneHint }}
      aside={<Segmented label={own.by} value={by} choices={own.bys} onChange={setBy} />}
    >
      <Table
        label={own.table}
        rows={rows ?? []}
        keyOf={({ name }, index) => `${by}-${index}-${name}`}
        columns={[
          { key: 'name', name: own.bys[by], by: ({ name }) => name, show: ({ name }) => name },
          ...kinds.map((kind) => ({
            key: kind,
            name: own[kind],
            help: own[`${kind}Help` as const],
            by: (row: Record<Kind, number>) => row[kind],
            show: (row: Record<Kind, number>) => count(row[kind]),
            isFigure: true,
          })),
        ]}
      />
    </Panel>
  )
}
