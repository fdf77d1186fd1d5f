import { useId, useState, type ReactNode } from 'react'
import { ChartColumn, Download, Table2 } from '#web/ui/icons.ts'
import { InfoTooltip } from '#web/ui/info-tooltip.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { cx } from '#web/ui/cx.ts'
import { useReportWords } from '#web/screens/reports/words.ts'
import { useExport } from './report-body.tsx'
import { EmptyPanel } from './empty-panel.tsx'

export type PanelProps = {
  title: string
  help: string
  /** Describes the chart in a sentence; an empty string reserves its line while loading. */
  summary?: ReactNode
  /** The name of the report table it shows, for the CSV export. */
  csv?: string
  /** The same figures as a table. */
  table?: ReactNode
  aside?: ReactNode
  /** Height class that reserves its space, so that nothing moves when the figures arrive. */
  size: string
  state: 'loading' | 'empty' | 'ready'
  empty?: { title: string; hint?: string }
  children: ReactNode
}

/** A section of a report: a chart or table with its explanation, table view and CSV export. */
export function Panel({ title, help, summary, csv, table, aside, size, state, empty, children }: PanelProps) {
  const words = useReportWords()
  const id = useId()
  const [isTable, setTable] = useState(false)
  return (
    <section
      aria-labelledby={id}
      className="@container min-w-0 rounded-xl bg-surface px-4 pt-3 pb-4 ring-1 ring-line sm:px-5"
    >
      <div className="flex min-h-9 flex-wrap items-center gap-x-2 gap-y-1">
        <h2 id={id} className="min-w-0 text-base font-semibold">
          {title}
        </h2>
        <InfoTooltip label={words.explain(title)} text={help} />
        <div className="report-controls ml-auto flex flex-wrap items-center justify-end gap-1">
          {aside}
          <span className="flex">
            {table && (
              <IconButton
                size="sm"
                label={isTable ? words.asChart : words.asTable}
                onClick={() => setTable(!isTable)}
                disabled={state !== 'ready'}
              >
                {isTable ? <ChartColumn size={15} aria-hidden /> : <Table2 size={15} aria-hidden />}
              </IconButton>
            )}
            {csv && <ExportButton table={csv} title={title} isReady={state === 'ready'} />}
          </span>
        </div>
      </div>
      {summary !== undefined && <p className="min-h-5 text-sm text-ink-3">{state === 'ready' && summary}</p>}
      <div className={cx('mt-2 min-w-0', !(isTable && state === 'ready') && size, state !== 'ready' && 'grid')}>
        {state === 'loading' && <Skeleton className="size-full min-h-24 rounded-lg!" />}
        {state === 'empty' && <EmptyPanel {...empty} />}
        {state === 'ready' && (isTable ? table : children)}
      </div>
    </section>
  )
}

function ExportButton({ table, title, isReady }: { table: string; title: string; isReady: boolean }) {
  const words = useReportWords()
  const save = useExport(table)
  if (!save) return null
  return (
    <IconButton
      size="sm"
      label={`${words.export}: ${title}`}
      busy={save.isPending}
      disabled={!isReady}
      onClick={() => save.mutate()}
    >
      <Download size={15} aria-hidden />
    </IconButton>
  )
}
