import { Area, CartesianGrid, ComposedChart, Line, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { axisText, ChartTip, type TipLine } from './chart-tip.tsx'
import './chart.css'

export type LinePoint = {
  name: string
  title: string
  value: number
  before?: { title: string; value: number } | undefined
}
type Props = {
  /** What it shows, and what stands out: read instead of the drawing. */
  label: string
  points: readonly LinePoint[]
  /** Shown in the tip. */
  write: (value: number) => string
  /** Shown at the axis, where there is little room. */
  writeShort: (value: number) => string
}

/** A line over days; what was before as a dashed one behind it. The arrow keys walk from point to point. */
export function Lines({ label, points, write, writeShort }: Props) {
  const dot = points.length < 3 ? { r: 3, fill: 'var(--color-chart)' } : false
  return (
    <ResponsiveContainer width="100%" height="100%">
      <ComposedChart data={[...points]} margin={{ top: 8, right: 20, bottom: 0, left: 0 }} title={label}>
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
