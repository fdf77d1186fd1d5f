import { useId, useState, type ReactNode } from 'react'
import { ChartColumn, Download, Table2 } from 'lucide-react'
import { Explain } from '#web/ui/explain.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { cx } from '#web/ui/cx.ts'
import { useReportWords } from '#web/screens/reports/words.ts'
import { useExport } from './report-body.tsx'
import { Nothing } from './nothing.tsx'

type Props = {
  title: string
  help: string
  /** Says in a sentence what the chart shows; its line is kept free until it can. */
  summary?: string | undefined
  /** The table of the report it shows, by its name: it can be had as a file. */
  csv?: string
  /** The same figures as a table. */
  table?: ReactNode
  aside?: ReactNode
  /** How much room it takes, so that nothing moves when the figures come. */
  room: string
  state: 'waiting' | 'empty' | 'there'
  empty?: { title: string; hint?: string }
  children: ReactNode
}

/** One matter of a report: a chart or a table, what it means, and the ways to have it otherwise. */
export function Panel({ title, help, summary, csv, table, aside, room, state, empty, children }: Props) {
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
        <Explain label={words.explain(title)} text={help} />
        <div className="report-controls ml-auto flex items-center gap-1">
          {aside}
          {table && (
            <IconButton
              size="sm"
              label={isTable ? words.asChart : words.asTable}
              onClick={() => setTable(!isTable)}
              disabled={state !== 'there'}
            >
              {isTable ? <ChartColumn size={15} aria-hidden /> : <Table2 size={15} aria-hidden />}
            </IconButton>
          )}
          {csv && <Save table={csv} title={title} isReady={state === 'there'} />}
        </div>
      </div>
      {summary !== undefined && <p className="min-h-5 text-sm text-ink-3">{state === 'there' && summary}</p>}
      <div className={cx('mt-2 min-w-0', !(isTable && state === 'there') && room, state !== 'there' && 'grid')}>
        {state === 'waiting' && <Skeleton className="size-full min-h-24 rounded-lg!" />}
        {state === 'empty' && <Nothing {...empty} />}
        {state === 'there' && (isTable ? table : children)}
      </div>
    </section>
  )
}

function Save({ table, title, isReady }: { table: string; title: string; isReady: boolean }) {
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
