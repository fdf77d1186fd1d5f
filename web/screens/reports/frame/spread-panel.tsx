import type { ReactNode } from 'react'
import { useWide } from '#web/ui/use-wide.ts'
import { useFigures } from '#web/screens/reports/figures.ts'
import { useReportWords } from '#web/screens/reports/words.ts'
import { DrawnColumns } from './drawn.tsx'
import { Legend } from './legend.tsx'
import { Panel } from './panel.tsx'
import { Table } from './table.tsx'

type Within = keyof ReturnType<typeof useReportWords>['within']
type Bucket = { within: Within; count: number; share: number | null }
type Props = {
  title: string
  help: string
  buckets: readonly Bucket[] | undefined
  before: readonly Bucket[] | undefined
  csv: string
  aside?: ReactNode
}

/** How long something took: how many within each limit, but not within the one before it. */
export function SpreadPanel({ title, help, buckets, before, csv, aside }: Props) {
  const words = useReportWords()
  const { count, percent } = useFigures()
  const isWide = useWide(48)
  const was = (within: Within) => before?.find((each) => each.within === within)
  const most = buckets?.toSorted((a, b) => b.count - a.count)[0]
  const summary = most ? words.conversations.spreadSummary(percent(most.share), words.within[most.within]) : ''
  return (
    <Panel
      title={title}
      help={help}
      summary={summary}
      csv={csv}
      aside={
        <>
          {before && <Legend />}
          {aside}
        </>
      }
      room="h-56"
      state={!buckets ? 'waiting' : most?.count ? 'there' : 'empty'}
      table={
        <Table
          label={title}
          rows={buckets ?? []}
          keyOf={({ within }) => within}
          columns={[
            { key: 'within', name: title, show: ({ within }) => words.within[within] },
            {
              key: 'count',
              name: words.count,
              by: (row) => row.count,
              show: (row) => count(row.count),
              isFigure: true,
            },
            {
              key: 'share',
              name: words.share,
              by: ({ share }) => share,
              show: ({ share }) => percent(share),
              isFigure: true,
            },
            { key: 'before', name: words.previous, show: ({ within }) => count(was(within)?.count), isFigure: true },
          ]}
        />
      }
    >
      <DrawnColumns
        label={`${title}. ${summary}`}
        write={count}
        columns={(buckets ?? []).map(({ within, count: value, share }) => ({
          name: isWide ? words.within[within] : words.within[within].replace('≤ ', ''),
          title: words.within[within],
          value,
          text: percent(share),
          before: before && { title: words.previous, value: was(within)?.count ?? 0 },
        }))}
      />
    </Panel>
  )
}
