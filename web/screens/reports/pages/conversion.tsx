import * as lists from '#contract/report-lists.ts'
import type { Output } from '#web/app/api.ts'
import { Bars } from '#web/ui/chart/bars.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { barClass, RecordsLink } from '#web/screens/reports/frame/record-links.tsx'
import { Panel } from '#web/screens/reports/frame/panel.tsx'
import { ReportBody } from '#web/screens/reports/frame/report-body.tsx'
import { Table } from '#web/screens/reports/frame/table.tsx'
import { useFormats } from '#web/screens/reports/formats.ts'
import { useReport } from '#web/screens/reports/use-report.ts'
import { usePeriodInput, useReportScope } from '#web/screens/reports/use-report-input.ts'
import { useReportWords } from '#web/screens/reports/words.ts'
import { ConversionKpis } from './conversion-kpis.tsx'

type Report = Output<'get_crm_conversion_report'>

/** Won and lost deals and their sales cycle. The operation itself returns the previous period. */
export function Conversion() {
  const { input, previous } = usePeriodInput()
  const compared = { ...input, ...(previous && { compare_with_previous: true }) }
  const report = useReport('get_crm_conversion_report', compared, undefined)
  return (
    <ReportBody report={report} input={compared}>
      <ConversionKpis data={report.data} />
      <ByPipeline data={report.data} />
      <Cycles data={report.data} />
      <DataQuality data={report.data} />
    </ReportBody>
  )
}

function ByPipeline({ data }: { data: Report | undefined }) {
  const { conversion: words, pipeline: pipelineName } = useReportWords()
  const { count, percent } = useFormats()
  const rows = data?.by_pipeline
  const scope = useReportScope()
  const closedIn = (pipeline_id: string, ...outcomes: ('won' | 'lost')[]) =>
    lists.closed(outcomes, { ...scope, pipeline_id })
  const closedAs =
    (...outcomes: ('won' | 'lost')[]) =>
    ({ pipeline }: Report['by_pipeline'][number]) =>
      closedIn(pipeline.id, ...outcomes)
  return (
    <Panel
      title={words.byPipeline}
      help={words.byPipelineHelp}
      csv="by_pipeline"
      size="min-h-40"
      state={!rows ? 'loading' : rows.some(({ won, lost }) => won + lost > 0) ? 'ready' : 'empty'}
      table={
        <Table
          label={words.byPipeline}
          rows={rows ?? []}
          keyOf={({ pipeline }) => pipeline.id}
          columns={({ text, figure, money }) => [
            text('name', pipelineName, ({ pipeline }) => pipeline.name),
            figure('won', words.won, undefined, (row) => row.won, count, closedAs('won')),
            figure('lost', words.lost, undefined, (row) => row.lost, count, closedAs('lost')),
            figure('rate', words.rate, undefined, ({ win_rate }) => win_rate, percent, closedAs('won', 'lost')),
            money('won_amount', words.wonAmount, undefined, ({ won_amount }) => won_amount, closedAs('won')),
            money('lost_amount', words.lostAmount, undefined, ({ lost_amount }) => lost_amount, closedAs('lost')),
          ]}
        />
      }
    >
      <Bars
        thick
        label={words.byPipeline}
        items={(rows ?? []).map(({ pipeline, won, lost, win_rate }) => ({
          key: pipeline.id,
          name: pipeline.name,
          value: won + lost,
          filled: won,
          text: (
            <RecordsLink list={closedIn(pipeline.id, 'won', 'lost')} count={won + lost} className={barClass}>
              {`${count(won)} / ${count(won + lost)}`}
            </RecordsLink>
          ),
          aside: percent(win_rate),
        }))}
      />
    </Panel>
  )
}

/** Length of the sales cycle, by outcome. */
function Cycles({ data }: { data: Report | undefined }) {
  const { conversion: words } = useReportWords()
  const { days } = useFormats()
  const current = data?.current
  const scope = useReportScope(data?.pipeline?.id)
  const closed = (...outcomes: ('won' | 'lost')[]) => lists.closed(outcomes, scope)
  const rows = current && [
    { name: words.won, mean: current.avg_cycle_days, median: current.median_cycle_days, list: closed('won') },
    {
      name: words.lost,
      mean: current.avg_cycle_days_lost,
      median: current.median_cycle_days_lost,
      list: closed('lost'),
    },
    {
      name: words.all,
      mean: current.avg_cycle_days_all,
      median: current.median_cycle_days_all,
      list: closed('won', 'lost'),
    },
  ]
  return (
    <Panel
      title={words.cycles}
      help={words.cyclesHelp}
      csv="summary"
      size="min-h-40"
      state={!rows ? 'loading' : current.won + current.lost > 0 ? 'ready' : 'empty'}
    >
      <Table
        label={words.cycles}
        rows={rows ?? []}
        keyOf={({ name }) => name}
        columns={({ figure }) => [
          { key: 'name', name: words.outcome, show: ({ name }) => name },
          figure(
            'median',
            words.middle,
            undefined,
            ({ median }) => median,
            days,
            ({ list }) => list,
          ),
          figure(
            'mean',
            words.mean,
            undefined,
            ({ mean }) => mean,
            days,
            ({ list }) => list,
          ),
        ]}
      />
    </Panel>
  )
}

/** Problems in the data that affect the figures. */
function DataQuality({ data }: { data: Report | undefined }) {
  const { conversion: words } = useReportWords()
  const { count } = useFormats()
  const scope = useReportScope(data?.pipeline?.id)
  const negative = lists.closed(['won', 'lost'], scope, lists.is_negative_cycle)
  const withoutAmount = lists.closed(['won', 'lost'], scope, lists.is('amount', 'is_not_present'))
  const { negative_cycles = 0, without_amount = 0 } = data?.current.data_quality ?? {}
  if (negative_cycles + without_amount === 0) return null
  return (
    <Notice tone="plain">
      <p className="font-medium">{words.quality}</p>
      {negative_cycles > 0 && (
        <p>
          <RecordsLink list={negative} count={negative_cycles}>
            {words.negative(count(negative_cycles))}
          </RecordsLink>
        </p>
      )}
      {without_amount > 0 && (
        <p>
          <RecordsLink list={withoutAmount} count={without_amount}>
            {words.without(count(without_amount))}
          </RecordsLink>
        </p>
      )}
    </Notice>
  )
}
