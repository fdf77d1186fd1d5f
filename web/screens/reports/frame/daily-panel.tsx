import type { ReactNode } from 'react'
import type { LinePoint } from '#web/ui/chart/lines.tsx'
import { useDays } from '#web/screens/reports/days.ts'
import type { Write } from '#web/screens/reports/figures.ts'
import { toPoints, type Point } from '#web/screens/reports/series.ts'
import { useReportWords } from '#web/screens/reports/words.ts'
import { DrawnLines } from './drawn.tsx'
import { Legend } from './legend.tsx'
import { Panel } from './panel.tsx'
import { Table } from './table.tsx'

type Days = readonly { day: string; value: number }[]
type Props = {
  title: string
  help: string
  days: Days | undefined
  before: Days | undefined
  write: Write
  writeShort: Write
  csv: string
  aside?: ReactNode
  empty?: { title: string; hint: string }
}

/** A figure day by day, and as a dashed line what it was before. */
export function DailyPanel({ title, help, days, before, write, writeShort, csv, aside, empty }: Props) {
  const words = useReportWords()
  const { span, points } = toPoints(days ?? [], before)
  const name = useNames()
  const summary = useSummary(title, points, write)
  const isEmpty = points.every(({ value, before: was }) => value === 0 && !was?.value)
  return (
    <Panel
      title={title}
      help={span > 1 ? `${help} ${words.span(span)}.` : help}
      summary={summary}
      csv={csv}
      table={<PointTable title={title} points={points} write={write} />}
      aside={
        <>
          {before && <Legend />}
          {aside}
        </>
      }
      room="h-64"
      state={!days ? 'waiting' : isEmpty ? 'empty' : 'there'}
      {...(empty && { empty })}
    >
      <DrawnLines
        label={summary}
        points={points.map((point) => toLine(point, name))}
        write={write}
        writeShort={writeShort}
      />
    </Panel>
  )
}

/** How the days of a point are called: one, or from one to another. */
function useNames() {
  const { short, long, span } = useDays()
  const title = ({ from, to }: { from: string; to: string }) => (from === to ? long(from) : span(from, to))
  return { name: ({ from }: { from: string }) => short(from), title }
}

const toLine = (point: Point, { name, title }: ReturnType<typeof useNames>): LinePoint => ({
  name: name(point),
  title: title(point),
  value: point.value,
  before: point.before && { title: title(point.before), value: point.before.value },
})

/** What there is to see, in a sentence. */
function useSummary(title: string, points: readonly Point[], write: Write) {
  const words = useReportWords()
  const { title: named } = useNames()
  const most = points.reduce<Point | undefined>(
    (best, each) => (best && best.value >= each.value ? best : each),
    undefined,
  )
  const total = points.reduce((sum, { value }) => sum + value, 0)
  return most ? words.summary(title, write(total), write(most.value), named(most)) : title
}

type TableProps = { title: string; points: readonly Point[]; write: Write }

function PointTable({ title, points, write }: TableProps) {
  const words = useReportWords()
  const { title: named } = useNames()
  return (
    <Table
      label={title}
      rows={points}
      keyOf={({ from }) => from}
      columns={[
        { key: 'day', name: words.day, by: ({ from }) => from, show: named },
        {
          key: 'now',
          name: words.current,
          by: ({ value }) => value,
          show: ({ value }) => write(value),
          isFigure: true,
        },
        {
          key: 'before',
          name: words.previous,
          by: ({ before }) => before?.value,
          show: ({ before }) => write(before?.value),
          isFigure: true,
        },
      ]}
    />
  )
}
