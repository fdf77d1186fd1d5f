import * as lists from '#contract/report-lists.ts'
import type { Output } from '#web/app/api.ts'
import { Funnel } from '#web/ui/chart/funnel.tsx'
import { KpiRow } from '#web/screens/reports/frame/kpi-row.tsx'
import { Panel } from '#web/screens/reports/frame/panel.tsx'
import { ReportBody } from '#web/screens/reports/frame/report-body.tsx'
import { barClass, RecordsLink } from '#web/screens/reports/frame/record-links.tsx'
import { SharePanel } from '#web/screens/reports/frame/share-panel.tsx'
import { TablePanel } from '#web/screens/reports/frame/table-panel.tsx'
import { useAccount } from '#web/app/session.ts'
import { useFormats } from '#web/screens/reports/formats.ts'
import { usePeriodInput, useReportScope } from '#web/screens/reports/use-report-input.ts'
import { useReport, type Comparison } from '#web/screens/reports/use-report.ts'
import { useReportWords } from '#web/screens/reports/words.ts'

type Report = Output<'get_crm_funnel'>
type Stage = Report['stages'][number]

/** Stages the deals of a pipeline reached, and where they were lost. */
export function FunnelPage() {
  const { input, previous } = usePeriodInput()
  const report = useReport('get_crm_funnel', input, previous)
  return (
    <ReportBody report={report} input={input}>
      <Kpis {...report} />
      <ReachedStages data={report.data} />
      <StageTable data={report.data} />
      <LostFrom data={report.data} />
    </ReportBody>
  )
}

function Kpis({ data, previous }: Comparison<'get_crm_funnel'>) {
  const { funnel: words } = useReportWords()
  const { count, amount } = useFormats()
  const { default_currency } = useAccount()
  const money = amount(data?.total.amount.currency ?? default_currency)
  const scope = useReportScope(data?.pipeline.id)
  const created = lists.created('opportunities', scope)
  const inStage = (type: 'won' | 'lost') => lists.created('opportunities', scope, lists.valueOf('stage_type', type))
  return (
    <KpiRow
      words={words}
      data={data}
      previous={previous}
      kpis={[
        { key: 'total', value: ({ total }) => total.count, format: count, better: 'higher', list: created },
        { key: 'amount', money: ({ total }) => total.amount, better: 'higher', list: created },
        {
          key: 'won',
          value: ({ won }) => won.count,
          format: count,
          better: 'higher',
          list: inStage('won'),
          note: ({ won }) => money(won.amount.amount),
        },
        {
          key: 'lost',
          value: ({ lost }) => lost.count,
          format: count,
          better: 'lower',
          list: inStage('lost'),
          note: ({ lost }) => money(lost.amount.amount),
        },
      ]}
    />
  )
}

/** The funnel leaves out lost stages. */
function ReachedStages({ data }: { data: Report | undefined }) {
  const { funnel: words } = useReportWords()
  const { count, percent, shortAmount } = useFormats()
  const scope = useReportScope(data?.pipeline.id)
  const path = data?.stages.map(({ stage }) => stage) ?? []
  const stages = data?.stages.filter(({ reached_count }) => reached_count !== null) ?? []
  return (
    <Panel
      title={data ? `${words.stages}: ${data.pipeline.name}` : words.stages}
      help={words.stagesHelp}
      csv="stages"
      size="min-h-90"
      state={!data ? 'loading' : data.total.count > 0 ? 'ready' : 'empty'}
    >
      <Funnel
        label={words.stages}
        steps={stages.map(({ stage, reached_count, reached_amount, conversion_to_next }) => ({
          key: stage.id,
          name: stage.name,
          value: reached_count ?? 0,
          text: (
            <RecordsLink list={lists.reached(path, stage.id, scope)} count={reached_count} className={barClass}>
              {count(reached_count)}
            </RecordsLink>
          ),
          aside: reached_amount && shortAmount(reached_amount.currency)(reached_amount.amount),
          next: conversion_to_next === null ? undefined : words.goOn(percent(conversion_to_next)),
        }))}
      />
    </Panel>
  )
}

function StageTable({ data }: { data: Report | undefined }) {
  const { funnel: words } = useReportWords()
  const { count, percent } = useFormats()
  const scope = useReportScope(data?.pipeline.id)
  const path = data?.stages.map(({ stage }) => stage) ?? []
  const listHere = ({ stage }: Stage) => lists.created('opportunities', scope, lists.valueOf('stage_id', stage.id))
  const listReached = ({ stage }: Stage) => lists.reached(path, stage.id, scope)
  return (
    <TablePanel
      title={words.stageTable}
      help={words.stageTableHelp}
      csv="stages"
      rows={data?.stages}
      keyOf={({ stage }) => stage.id}
      columns={({ figure, money }) => [
        { key: 'stage', name: words.stage, show: ({ stage }) => stage.name },
        figure('count', words.here, words.hereHelp, (row) => row.count, count, listHere),
        money('amount', words.value, words.valueHelp, ({ amount }) => amount, listHere),
        figure('reached', words.reached, words.reachedHelp, ({ reached_count }) => reached_count, count, listReached),
        figure('next', words.next, words.nextHelp, (row) => row.conversion_to_next, percent, listReached),
        figure(
          'cumulative',
          words.cumulative,
          words.cumulativeHelp,
          (row) => row.cumulative_conversion,
          percent,
          listReached,
        ),
      ]}
    />
  )
}

function LostFrom({ data }: { data: Report | undefined }) {
  const { funnel: words, lost } = useReportWords()
  const { amount } = useFormats()
  const scope = useReportScope(data?.pipeline.id)
  return (
    <SharePanel
      title={words.lostFrom}
      help={words.lostFromHelp}
      nameLabel={words.stage}
      csv="lost_from"
      empty={{ title: lost.none }}
      shares={data?.lost_from.map(({ stage, count, amount: lost }) => ({
        key: stage?.id ?? 'none',
        name: stage?.name ?? words.unknownStage,
        value: count,
        share: data.lost.count ? (count / data.lost.count) * 100 : null,
        note: amount(lost.currency)(lost.amount),
        list: lists.created('opportunities', scope, ...lists.lostFrom(stage?.id ?? null)),
      }))}
    />
  )
}
