import type { ReactNode } from 'react'
import type { ReportList } from '#contract/report-lists.ts'
import type { LinePoint } from '#web/ui/chart/lines.tsx'
import { useDayFormats } from '#web/screens/reports/day-formats.ts'
import type { Format } from '#web/screens/reports/formats.ts'
import { toPoints, type Point } from '#web/screens/reports/series.ts'
import { useReportWords } from '#web/screens/reports/words.ts'
import { LazyLines } from './lazy-charts.tsx'
import { Legend } from './legend.tsx'
import { Panel } from './panel.tsx'
import { useOpenList } from './record-links.tsx'
import { Table } from './table.tsx'

type Days = readonly { day: string; value: number }[]
type Props = {
  title: string
  help: string
  days: Days | undefined
  previous: Days | undefined
  format: Format
  shortFormat: Format
  csv: string
  /** The records counted on these days. */
  listOf?: ((days: { from: string; to: string }) => ReportList) | undefined
  aside?: ReactNode
  empty?: { title: string; hint: string }
}

/** A figure per day, with the previous period as a dashed line. */
export function DailyPanel({ title, help, days, previous, format, shortFormat, csv, listOf, aside, empty }: Props) {
  const words = useReportWords()
  const { span, points } = toPoints(days ?? [], previous)
  const name = useNames()
  const open = useOpenList()
  const summary = useSummary(title, points, format)
  const isEmpty = points.every((point) => point.value === 0 && !point.previous?.value)
  return (
    <Panel
      title={title}
      help={span > 1 ? `${help} ${words.span(span)}.` : help}
      summary={summary}
      csv={csv}
      table={<PointTable {...{ title, points, format, listOf }} />}
      aside={
        <>
          {previous && <Legend />}
          {aside}
        </>
      }
      size="h-64"
      state={!days ? 'loading' : isEmpty ? 'empty' : 'ready'}
      {...(empty && { empty })}
    >
      <LazyLines
        label={summary}
        points={points.map((point) => ({
          ...toLine(point, name),
          ...(listOf && point.value > 0 && { open: () => open(listOf(point)) }),
        }))}
        write={format}
        writeShort={shortFormat}
      />
    </Panel>
  )
}

/** Names a point by its day, or by its first and last day. */
function useNames() {
  const { short, long, span } = useDayFormats()
  const title = ({ from, to }: { from: string; to: string }) => (from === to ? long(from) : span(from, to))
  return { name: ({ from }: { from: string }) => short(from), title }
}

const toLine = (point: Point, { name, title }: ReturnType<typeof useNames>): LinePoint => ({
  name: name(point),
  title: title(point),
  value: point.value,
  before: point.previous && { title: title(point.previous), value: point.previous.value },
})

/** Describes the chart in a sentence: the total and the highest point. */
function useSummary(title: string, points: readonly Point[], format: Format) {
  const words = useReportWords()
  const { title: nameOf } = useNames()
  const highest = points.reduce<Point | undefined>(
    (best, each) => (best && best.value >= each.value ? best : each),
    undefined,
  )
  const total = points.reduce((sum, { value }) => sum + value, 0)
  return highest ? words.summary(title, format(total), format(highest.value), nameOf(highest)) : title
}

type TableProps = Pick<Props, 'title' | 'format' | 'listOf'> & { points: readonly Point[] }

function PointTable({ title, points, format, listOf }: TableProps) {
  const words = useReportWords()
  const { title: nameOf } = useNames()
  return (
    <Table
      label={title}
      rows={points}
      keyOf={({ from }) => from}
      columns={({ figure }) => [
        { key: 'day', name: words.day, by: ({ from }) => from, show: nameOf },
        figure('current', words.current, undefined, ({ value }) => value, format, listOf),
        figure('previous', words.previous, undefined, ({ previous }) => previous?.value, format),
      ]}
    />
  )
}
