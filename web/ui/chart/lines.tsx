import { Area, CartesianGrid, ComposedChart, Line, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { useRef } from 'react'
import { cx } from '#web/ui/cx.ts'
import { ActivePoint, openClicked, unthrottled, type Openable } from './active-point.tsx'
import { axisText, ChartTip, type TipLine } from './chart-tip.tsx'
import './chart.css'

export type LinePoint = Openable & {
  name: string
  title: string
  value: number
  before?: { title: string; value: number } | undefined
}
type Props = {
  /** A text alternative for the chart. */
  label: string
  points: readonly LinePoint[]
  /** Formats values in the tooltip. */
  write: (value: number) => string
  /** Formats values on the axis, in short form. */
  writeShort: (value: number) => string
}

/** A line chart over days, with the previous period as a dashed line. Arrow keys move between points; a click or Enter opens one. */
export function Lines({ label, points, write, writeShort }: Props) {
  const dot = points.length < 3 ? { r: 3, fill: 'var(--color-chart)' } : false
  const active = useRef<Openable>(undefined)
  return (
    <div
      className={cx('size-full', points.some(({ open }) => open) && 'cursor-pointer')}
      onKeyDown={({ key }) => key === 'Enter' && active.current?.open?.()}
    >
      <ResponsiveContainer width="100%" height="100%">
        <ComposedChart
          data={[...points]}
          margin={{ top: 8, right: 20, bottom: 0, left: 0 }}
          title={label}
          onClick={openClicked(points)}
          throttledEvents={unthrottled}
        >
          <ActivePoint at={active} />
          <CartesianGrid vertical={false} stroke="var(--color-line)" />
          <XAxis dataKey="name" tickLine={false} axisLine={false} minTickGap={36} tickMargin={8} tick={axisText} />
          <YAxis
            width="auto"
            tickLine={false}
            axisLine={false}
            tickCount={4}
            tick={axisText}
            allowDecimals={false}
            tickFormatter={writeShort}
          />
          <Tooltip
            isAnimationActive={false}
            cursor={{ stroke: 'var(--color-edge)' }}
            content={({ active, payload }) => (
              <ChartTip isShown={active} lines={linesOf(payload[0]?.payload as LinePoint | undefined, write)} />
            )}
          />
          <Line
            dataKey="before.value"
            type="linear"
            stroke="var(--color-chart-before)"
            strokeWidth={1.5}
            strokeDasharray="4 4"
            dot={false}
            activeDot={false}
            isAnimationActive={false}
          />
          <Area
            dataKey="value"
            type="linear"
            stroke="var(--color-chart)"
            strokeWidth={2}
            fill="var(--color-chart-soft)"
            fillOpacity={0.45}
            dot={dot}
            activeDot={{ r: 4, fill: 'var(--color-chart)', stroke: 'var(--color-surface)', strokeWidth: 2 }}
            isAnimationActive={false}
          />
        </ComposedChart>
      </ResponsiveContainer>
    </div>
  )
}

function linesOf(point: LinePoint | undefined, write: Props['write']): TipLine[] {
  if (!point) return []
  const { title, value, before } = point
  return [
    { key: 'now', name: title, text: write(value) },
    ...(before ? [{ key: 'before' as const, name: before.title, text: write(before.value) }] : []),
  ]
}
