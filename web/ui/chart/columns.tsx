import { Bar, BarChart, LabelList, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { useRef } from 'react'
import { cx } from '#web/ui/cx.ts'
import { ActivePoint, openClicked, unthrottled, type Openable } from './active-point.tsx'
import { axisText, ChartTip, type TipLine } from './chart-tip.tsx'
import './chart.css'

export type Column = Openable & {
  name: string
  title: string
  value: number
  text: string
  before?: { title: string; value: number } | undefined
}
type Props = { label: string; columns: readonly Column[]; write: (value: number) => string }

/** A column chart with the share above each column and the previous period as outlines. A click or Enter opens a column. */
export function Columns({ label, columns, write }: Props) {
  const compares = columns.some(({ before }) => before)
  const active = useRef<Openable>(undefined)
  return (
    <div
      className={cx('size-full', columns.some(({ open }) => open) && 'cursor-pointer')}
      onKeyDown={({ key }) => key === 'Enter' && active.current?.open?.()}
    >
      <ResponsiveContainer width="100%" height="100%">
        <BarChart
          data={[...columns]}
          margin={{ top: 20, right: 4, bottom: 0, left: 4 }}
          barGap={2}
          barCategoryGap="22%"
          title={label}
          onClick={openClicked(columns)}
          throttledEvents={unthrottled}
        >
          <ActivePoint at={active} />
          <XAxis
            dataKey="name"
            interval={0}
            tickLine={false}
            axisLine={{ stroke: 'var(--color-line)' }}
            tick={axisText}
          />
          <YAxis hide domain={[0, 'dataMax']} />
          <Tooltip
            isAnimationActive={false}
            cursor={{ fill: 'var(--color-hover)' }}
            content={({ active, payload }) => (
              <ChartTip isShown={active} lines={linesOf(payload[0]?.payload as Column | undefined, write)} />
            )}
          />
          {compares && (
            <Bar
              dataKey="before.value"
              fill="transparent"
              stroke="var(--color-chart-before)"
              strokeDasharray="3 3"
              radius={[4, 4, 0, 0]}
              isAnimationActive={false}
            />
          )}
          <Bar dataKey="value" fill="var(--color-chart)" radius={[4, 4, 0, 0]} isAnimationActive={false}>
            <LabelList
              dataKey={({ value, text }: Column) => (value > 0 ? text : null)}
              position="top"
              fill="var(--color-ink-2)"
              fontSize={11}
              offset={6}
            />
          </Bar>
        </BarChart>
      </ResponsiveContainer>
    </div>
  )
}

function linesOf(column: Column | undefined, write: Props['write']): TipLine[] {
  if (!column) return []
  const { title, value, text, before } = column
  return [
    { key: 'now', name: title, text: `${write(value)} · ${text}` },
    ...(before ? [{ key: 'before' as const, name: before.title, text: write(before.value) }] : []),
  ]
}
