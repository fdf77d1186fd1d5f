import type { ReactNode } from 'react'
import type { ReportList } from '#contract/report-lists.ts'
import { useWide } from '#web/ui/use-wide.ts'
import { useFormats } from '#web/screens/reports/formats.ts'
import { useReportWords } from '#web/screens/reports/words.ts'
import { LazyColumns } from './lazy-charts.tsx'
import { Legend } from './legend.tsx'
import { Panel } from './panel.tsx'
import { useOpenList } from './record-links.tsx'
import { Table } from './table.tsx'

type Within = keyof ReturnType<typeof useReportWords>['within']
type Bucket<W> = { within: W; count: number; share: number | null }
type Props<W> = {
  title: string
  help: string
  buckets: readonly Bucket<W>[] | undefined
  previous: readonly Bucket<W>[] | undefined
  csv: string
  /** The records within this time. */
  listOf?: ((within: W) => ReportList) | undefined
  aside?: ReactNode
}

/** Histogram of durations; each bucket excludes the shorter ones. */
export function DistributionPanel<W extends Within>(props: Props<W>) {
  const { title, help, buckets, previous, csv, listOf, aside } = props
  const words = useReportWords()
  const { count, percent } = useFormats()
  const isWide = useWide(48)
  const open = useOpenList()
  const previousCount = (within: W) => previous?.find((each) => each.within === within)?.count
  const largest = buckets?.toSorted((a, b) => b.count - a.count)[0]
  const summary = largest ? words.conversations.spreadSummary(percent(largest.share), words.within[largest.within]) : ''
  return (
    <Panel
      title={title}
      help={help}
      summary={summary}
      csv={csv}
      aside={
        <>
          {previous && <Legend />}
          {aside}
        </>
      }
      size="h-56"
      state={!buckets ? 'loading' : largest?.count ? 'ready' : 'empty'}
      table={
        <Table
          label={title}
          rows={buckets ?? []}
          keyOf={({ within }) => within}
          columns={({ figure }) => [
            { key: 'within', name: title, show: ({ within }) => words.within[within] },
            figure(
              'count',
              words.count,
              undefined,
              (row) => row.count,
              count,
              ({ within }) => listOf?.(within),
            ),
            figure('share', words.share, undefined, ({ share }) => share, percent),
            figure('previous', words.previous, undefined, ({ within }) => previousCount(within), count),
          ]}
        />
      }
    >
      <LazyColumns
        label={`${title}. ${summary}`}
        write={count}
        columns={(buckets ?? []).map(({ within, count: value, share }) => ({
          name: isWide ? words.within[within] : words.within[within].replace('≤ ', ''),
          title: words.within[within],
          value,
          text: percent(share),
          ...(listOf && value > 0 && { open: () => open(listOf(within)) }),
          before: previous && { title: words.previous, value: previousCount(within) ?? 0 },
        }))}
      />
    </Panel>
  )
}
