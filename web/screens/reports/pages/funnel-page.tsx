import type { Output } from '#web/api.ts'
import { Funnel } from '#web/ui/chart/funnel.tsx'
import { Kpi, Kpis } from '#web/screens/reports/frame/kpi.tsx'
import { MoneyCell } from '#web/screens/reports/frame/money-cell.tsx'
import { MoneyKpi } from '#web/screens/reports/frame/money-kpi.tsx'
import { Panel } from '#web/screens/reports/frame/panel.tsx'
import { ReportBody } from '#web/screens/reports/frame/report-body.tsx'
import { SharePanel } from '#web/screens/reports/frame/share-panel.tsx'
import { Table } from '#web/screens/reports/frame/table.tsx'
import { useAccount } from '#web/session.ts'
import { useFigures } from '#web/screens/reports/figures.ts'
import { usePeriod } from '#web/screens/reports/use-asked.ts'
import { useReport } from '#web/screens/reports/use-report.ts'
import { useReportWords } from '#web/screens/reports/words.ts'

type Report = Output<'get_crm_funnel'>
type Parts = { data: Report | undefined; before: Report | undefined }

/** How far the opportunities of a pipeline got, and where they were lost. */
export function FunnelPage() {
  const { input, before } = usePeriod()
  const report = useReport('get_crm_funnel', input, before)
  return (
    <ReportBody read={report} input={input}>
      <Main {...report} />
      <Reached data={report.data} />
      <StageTable data={report.data} />
      <LostFrom data={report.data} />
    </ReportBody>
  )
}

function Main({ data, before }: Parts) {
  const { funnel: words } = useReportWords()
  const { count, amount } = useFigures()
  const { default_currency } = useAccount()
  const money = amount(data?.total.amount.currency ?? default_currency)
  return (
    <Kpis>
      <Kpi
        name={words.total}
        help={words.totalHelp}
        write={count}
        value={data?.total.count}
        was={before?.total.count}
        wanted="more"
      />
      <MoneyKpi
        name={words.amount}
        help={words.amountHelp}
        of={data?.total.amount}
        was={before?.total.amount}
        wanted="more"
      />
      <Kpi
        name={words.won}
        help={words.wonHelp}
        write={count}
        value={data?.won.count}
        was={before?.won.count}
        wanted="more"
        note={data ? money(data.won.amount.amount) : ''}
      />
      <Kpi
        name={words.lost}
        help={words.lostHelp}
        write={count}
        value={data?.lost.count}
        was={before?.lost.count}
        wanted="less"
        note={data ? money(data.lost.amount.amount) : ''}
      />
    </Kpis>
  )
}

/** Lost stages are no step of the way. */
function Reached({ data }: { data: Report | undefined }) {
  const { funnel: words } = useReportWords()
  const { count, percent, shortAmount } = useFigures()
  const stages = data?.stages.filter(({ reached_count }) => reached_count !== null) ?? []
  return (
    <Panel
      title={data ? `${words.stages}: ${data.pipeline.name}` : words.stages}
      help={words.stagesHelp}
      csv="stages"
      room="min-h-90"
      state={!data ? 'waiting' : data.total.count > 0 ? 'there' : 'empty'}
    >
      <Funnel
        label={words.stages}
        steps={stages.map(({ stage, reached_count, reached_amount, conversion_to_next }) => ({
          key: stage.id,
          name: stage.name,
          value: reached_count ?? 0,
          text: count(reached_count),
          aside: reached_amount && shortAmount(reached_amount.currency)(reached_amount.amount),
          next: conversion_to_next === null ? undefined : words.goOn(percent(conversion_to_next)),
        }))}
      />
    </Panel>
  )
}

function StageTable({ data }: { data: Report | undefined }) {
  const { funnel: words } = useReportWords()
  const { count, percent } = useFigures()
  return (
    <Panel
      title={words.stageTable}
      help={words.stageTableHelp}
      csv="stages"
      room="min-h-60"
      state={!data ? 'waiting' : data.stages.length > 0 ? 'there' : 'empty'}
    >
      <Table
        label={words.stageTable}
        rows={data?.stages ?? []}
        keyOf={({ stage }) => stage.id}
        columns={[
          { key: 'stage', name: words.stage, show: ({ stage }) => stage.name },
          {
            key: 'count',
            name: words.here,
            help: words.hereHelp,
            by: (row) => row.count,
            show: (row) => count(row.count),
            isFigure: true,
          },
          {
            key: 'amount',
            name: words.value,
            help: words.valueHelp,
            by: ({ amount }) => amount.amount,
            show: ({ amount }) => <MoneyCell of={amount} />,
            isFigure: true,
          },
          {
            key: 'reached',
            name: words.reached,
            help: words.reachedHelp,
            by: ({ reached_count }) => reached_count,
            show: ({ reached_count }) => count(reached_count),
            isFigure: true,
          },
          {
            key: 'next',
            name: words.next,
            help: words.nextHelp,
            by: ({ conversion_to_next }) => conversion_to_next,
            show: ({ conversion_to_next }) => percent(conversion_to_next),
            isFigure: true,
          },
          {
            key: 'cumulative',
            name: words.cumulative,
            help: words.cumulativeHelp,
            by: ({ cumulative_conversion }) => cumulative_conversion,
            show: ({ cumulative_conversion }) => percent(cumulative_conversion),
            isFigure: true,
          },
        ]}
      />
    </Panel>
  )
}

function LostFrom({ data }: { data: Report | undefined }) {
  const { funnel: words, lost } = useReportWords()
  const { amount } = useFigures()
  return (
    <SharePanel
      title={words.lostFrom}
      help={words.lostFromHelp}
      of={words.stage}
      csv="lost_from"
      empty={{ title: lost.none }}
      shares={data?.lost_from.map(({ stage, count, amount: lost }) => ({
        key: stage?.id ?? 'none',
        name: stage?.name ?? words.unknownStage,
        value: count,
        share: data.lost.count ? (count / data.lost.count) * 100 : null,
        note: amount(lost.currency)(lost.amount),
      }))}
    />
  )
}
