import * as lists from '#contract/report-lists.ts'
import type { Output } from '#web/app/api.ts'
import { Funnel } from '#web/ui/chart/funnel.tsx'
import { Panel } from '#web/screens/reports/frame/panel.tsx'
import { barClass, RecordsLink } from '#web/screens/reports/frame/record-links.tsx'
import { Table } from '#web/screens/reports/frame/table.tsx'
import { useFormats } from '#web/screens/reports/formats.ts'
import { useReportScope } from '#web/screens/reports/use-report-input.ts'
import { useReportWords } from '#web/screens/reports/words.ts'

type Report = Output<'get_crm_report'>

/** The steps from conversation to won deal. */
export function SalesFunnel({ data }: { data: Report | undefined }) {
  const words = useReportWords()
  const { crm: own } = words
  const { count, percent } = useFormats()
  const steps = data?.funnel
  const scope = useReportScope()
  const listOf = (step: Report['funnel'][number]['step']) =>
    step === 'won' ? lists.closed(['won'], scope) : lists.created(step, scope)
  return (
    <Panel
      title={own.funnel}
      help={own.funnelHelp}
      csv="funnel"
      size="min-h-60"
      state={!steps ? 'loading' : steps.some((step) => step.count > 0) ? 'ready' : 'empty'}
      table={
        <Table
          label={own.funnel}
          rows={steps ?? []}
          keyOf={({ step }) => step}
          columns={({ figure }) => [
            { key: 'step', name: own.funnel, show: ({ step }) => own.steps[step] },
            figure(
              'count',
              words.count,
              undefined,
              (row) => row.count,
              count,
              ({ step }) => listOf(step),
            ),
            figure('rate', words.share, undefined, (row) => row.step_rate, percent),
          ]}
        />
      }
    >
      <Funnel
        label={own.funnel}
        steps={(steps ?? []).map(({ step, count: value }, index) => {
          const next = steps?.[index + 1]?.step_rate
          return {
            key: step,
            name: own.steps[step],
            value,
            text: (
              <RecordsLink list={listOf(step)} count={value} className={barClass}>
                {count(value)}
              </RecordsLink>
            ),
            next: next == null ? undefined : own.ofStep(percent(next)),
          }
        })}
      />
    </Panel>
  )
}
