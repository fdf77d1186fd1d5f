import type { ReactNode } from 'react'
import { Bars } from '#web/ui/chart/bars.tsx'
import { useFigures, type Write } from '#web/screens/reports/figures.ts'
import { useReportWords } from '#web/screens/reports/words.ts'
import { Panel } from './panel.tsx'
import { Table } from './table.tsx'

export type Share = {
  key: string
  name: string
  value: number
  share?: number | null | undefined
  note?: string | undefined
}
type Props = {
  title: string
  help: string
  /** How what is shared out is called, as the head of its column. */
  of: string
  /** How the figure is called. */
  figure?: string
  shares: readonly Share[] | undefined
  write?: Write
  csv?: string
  aside?: ReactNode
  empty?: { title: string; hint?: string }
}

// More than so many bars say less; the table has them all.
const MOST_BARS = 8

/** What something is made of, the largest part first where the report says so. */
export function SharePanel({ title, help, of, figure, shares, write, csv, aside, empty }: Props) {
  const words = useReportWords()
  const { count, percent } = useFigures()
  const say = write ?? count
  const isEmpty = !shares?.some(({ value }) => value !== 0)
  return (
    <Panel
      title={title}
      help={help}
      {...(csv && { csv })}
      {...(empty && { empty })}
      aside={aside}
      room="min-h-32"
      state={!shares ? 'waiting' : isEmpty ? 'empty' : 'there'}
      table={
        <Table
          label={title}
          rows={shares ?? []}
          keyOf={({ key }) => key}
          columns={[
            { key: 'name', name: of, by: ({ name }) => name, show: ({ name }) => name },
            {
              key: 'value',
              name: figure ?? words.count,
              by: ({ value }) => value,
              show: ({ value }) => say(value),
              isFigure: true,
            },
            {
              key: 'share',
              name: words.share,
              by: ({ share }) => share,
              show: ({ share }) => percent(share),
              isFigure: true,
            },
          ]}
        />
      }
    >
      <Bars
        label={title}
        items={(shares ?? []).slice(0, MOST_BARS).map(({ key, name, value, share, note }) => ({
          key,
          name,
          value,
          text: say(value),
          aside: note ?? (share == null ? undefined : percent(share)),
        }))}
      />
    </Panel>
  )
}
