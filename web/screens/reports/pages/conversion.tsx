import type { Output } from '#web/api.ts'
import { Bars } from '#web/ui/chart/bars.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { MoneyCell } from '#web/screens/reports/frame/money-cell.tsx'
import { Panel } from '#web/screens/reports/frame/panel.tsx'
import { ReportBody } from '#web/screens/reports/frame/report-body.tsx'
import { Table } from '#web/screens/reports/frame/table.tsx'
import { useFigures } from '#web/screens/reports/figures.ts'
import { usePeriod } from '#web/screens/reports/use-asked.ts'
import { useReport } from '#web/screens/reports/use-report.ts'
import { useReportWords } from '#web/screens/reports/words.ts'
import { ConversionFigures } from './conversion-figures.tsx'

type Report = Output<'get_crm_conversion_report'>

/** What was won and what was lost, and how long it took. The report itself knows the period before. */
export function Conversion() {
  const { input, before } = usePeriod()
  const asked = { ...input, ...(before && { compare_with_previous: true }) }
  const report = useReport('get_crm_conversion_report', asked, undefined)
  return (
    <ReportBody read={report} input={asked}>
      <ConversionFigures data={report.data} />
      <ByPipeline data={report.data} />
      <Cycles data={report.data} />
      <Quality data={report.data} />
    </ReportBody>
  )
}

function ByPipeline({ data }: { data: Report | undefined }) {
  const words = useReportWords()
  const { conversion: own } = words
  const { count, percent } = useFigures()
  const rows = data?.by_pipeline
  return (
    <Panel
      title={own.byPipeline}
      help={own.byPipelineHelp}
      csv="by_pipeline"
      room="min-h-40"
      state={!rows ? 'waiting' : rows.some(({ won, lost }) => won + lost > 0) ? 'there' : 'empty'}
      table={
        <Table
          label={own.byPipeline}
          rows={rows ?? []}
          keyOf={({ pipeline }) => pipeline.id}
          columns={[
            {
              key: 'name',
              name: words.pipeline,
              by: ({ pipeline }) => pipeline.name,
              show: ({ pipeline }) => pipeline.name,
            },
            { key: 'won', name: own.won, by: ({ won }) => won, show: ({ won }) => count(won), isFigure: true },
            { key: 'lost', name: own.lost, by: ({ lost }) => lost, show: ({ lost }) => count(lost), isFigure: true },
            {
              key: 'rate',
              name: own.rate,
              by: (row) => row.win_rate,
              show: (row) => percent(row.win_rate),
              isFigure: true,
            },
            {
              key: 'won_amount',
              name: own.wonAmount,
              by: ({ won_amount }) => won_amount.amount,
              show: ({ won_amount }) => <MoneyCell of={won_amount} />,
              isFigure: true,
            },
            {
              key: 'lost_amount',
              name: own.lostAmount,
              by: ({ lost_amount }) => lost_amount.amount,
              show: ({ lost_amount }) => <MoneyCell of={lost_amount} />,
              isFigure: true,
            },
          ]}
        />
      }
    >
      <Bars
        thick
        label={own.byPipeline}
        items={(rows ?? []).map(({ pipeline, won, lost, win_rate }) => ({
          key: pipeline.id,
          name: pipeline.name,
          value: won + lost,
          filled: won,
          text: `${count(won)} / ${count(won + lost)}`,
          aside: percent(win_rate),
        }))}
      />
    </Panel>
  )
}

/** How long it took, by how it ended. */
function Cycles({ data }: { data: Report | undefined }) {
  const { conversion: words } = useReportWords()
  const { days } = useFigures()
  const now = data?.current
  const rows = now && [
    { name: words.won, mean: now.avg_cycle_days, median: now.median_cycle_days },
    { name: words.lost, mean: now.avg_cycle_days_lost, median: now.median_cycle_days_lost },
    { name: words.all, mean: now.avg_cycle_days_all, median: now.median_cycle_days_all },
  ]
  return (
    <Panel
      title={words.cycles}
      help={words.cyclesHelp}
      csv="summary"
      room="min-h-40"
      state={!rows ? 'waiting' : now.won + now.lost > 0 ? 'there' : 'empty'}
    >
      <Table
        label={words.cycles}
        rows={rows ?? []}
        keyOf={({ name }) => name}
        columns={[
          { key: 'name', name: words.outcome, show: ({ name }) => name },
          {
            key: 'median',
            name: words.middle,
            by: ({ median }) => median,
            show: ({ median }) => days(median),
            isFigure: true,
          },
          { key: 'mean', name: words.mean, by: ({ mean }) => mean, show: ({ mean }) => days(mean), isFigure: true },
        ]}
      />
    </Panel>
  )
}

/** What to know of the data before trusting the figures. */
function Quality({ data }: { data: Report | undefined }) {
  const { conversion: words } = useReportWords()
  const { count } = useFigures()
  const { negative_cycles = 0, without_amount = 0 } = data?.current.data_quality ?? {}
  if (negative_cycles + without_amount === 0) return null
  return (
    <Notice tone="plain">
      <p className="font-medium">{words.quality}</p>
      {negative_cycles > 0 && <p>{words.negative(count(negative_cycles))}</p>}
      {without_amount > 0 && <p>{words.without(count(without_amount))}</p>}
    </Notice>
  )
}
