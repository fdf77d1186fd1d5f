import type { ReactNode } from 'react'
import type { ReportList } from '#contract/report-lists.ts'
import { Bars } from '#web/ui/chart/bars.tsx'
import { useFormats, type Format } from '#web/screens/reports/formats.ts'
import { useReportWords } from '#web/screens/reports/words.ts'
import { Panel } from './panel.tsx'
import { barClass, RecordsLink } from './record-links.tsx'
import { Table } from './table.tsx'

export type Share = {
  key: string
  name: string
  value: number
  share?: number | null | undefined
  note?: string | undefined
  /** The records it counts. */
  list?: ReportList | undefined
}
type Props = {
  title: string
  help: string
  /** Heading of the name column. */
  nameLabel: string
  /** Heading of the value column. */
  valueLabel?: string
  shares: readonly Share[] | undefined
  format?: Format
  csv?: string
  aside?: ReactNode
  empty?: { title: string; hint?: string }
}

// More bars are hard to read; the table shows all rows.
const MAX_BARS = 8

/** Parts of a total, in the order of the report. */
export function SharePanel({ title, help, nameLabel, valueLabel, shares, format, csv, aside, empty }: Props) {
  const words = useReportWords()
  const { count, percent } = useFormats()
  const formatValue = format ?? count
  const isEmpty = !shares?.some(({ value }) => value !== 0)
  return (
    <Panel
      title={title}
      help={help}
      {...(csv && { csv })}
      {...(empty && { empty })}
      aside={aside}
      size="min-h-32"
      state={!shares ? 'loading' : isEmpty ? 'empty' : 'ready'}
      table={
        <Table
          label={title}
          rows={shares ?? []}
          keyOf={({ key }) => key}
          columns={({ text, figure }) => [
            text('name', nameLabel, ({ name }) => name),
            figure(
              'value',
              valueLabel ?? words.count,
              undefined,
              ({ value }) => value,
              formatValue,
              ({ list }) => list,
            ),
            figure('share', words.share, undefined, ({ share }) => share, percent),
          ]}
        />
      }
    >
      <Bars
        label={title}
        items={(shares ?? []).slice(0, MAX_BARS).map(({ key, name, value, share, note, list }) => ({
          key,
          name,
          value,
          text: (
            <RecordsLink list={list} count={value} className={barClass}>
              {formatValue(value)}
            </RecordsLink>
          ),
          aside: note ?? (share == null ? undefined : percent(share)),
        }))}
      />
    </Panel>
  )
}
