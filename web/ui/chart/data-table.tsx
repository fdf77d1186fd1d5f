import { useState, type ReactNode } from 'react'
import { ArrowDown, ArrowUp } from '#web/ui/icons.ts'
import { cx } from '#web/ui/cx.ts'
import { InfoTooltip } from '#web/ui/info-tooltip.tsx'
import { sortRows, toggleOrder, type Order, type Sortable } from './sort-rows.ts'
import './chart.css'

export type TableColumn<R> = Sortable<R> & {
  name: string
  help?: string
  show: (row: R) => ReactNode
  /** Right-aligns figures. */
  isFigure?: boolean
  /** Texts of any length get several lines on phones too, where other values stay on one. */
  isProse?: boolean
}

type Props<R> = {
  label: string
  rows: readonly R[]
  columns: readonly TableColumn<R>[]
  keyOf: (row: R, index: number) => string
  /** The label of the column's info button. */
  explain: (column: string) => string
}

/** A sortable table. Wide tables scroll sideways with a fixed first column. */
export function DataTable<R>({ label, rows, columns, keyOf, explain }: Props<R>) {
  const [order, setOrder] = useState<Order>()
  return (
    <div role="region" aria-label={label} tabIndex={0} className="data-table">
      <table className="w-full text-sm">
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                aria-sort={order?.key === column.key ? (order.isDown ? 'descending' : 'ascending') : undefined}
                className={cx(column.isFigure ? 'text-right' : 'text-left', 'h-9 text-xs font-medium text-ink-3')}
              >
                <span className="inline-flex items-center gap-1.5">
                  <Heading column={column} order={order} onPress={() => setOrder((now) => toggleOrder(now, column))} />
                  {column.help && <InfoTooltip label={explain(column.name)} text={column.help} />}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sortRows(rows, columns, order).map((row, at) => (
            <tr key={keyOf(row, at)}>
              {columns.map(({ key, show, isFigure, isProse }, column) => (
                <td
                  key={key}
                  className={cx(
                    'h-10 py-1.5',
                    column > 0 && !isProse && 'max-sm:whitespace-nowrap',
                    isFigure && 'text-right whitespace-nowrap tabular-nums',
                  )}
                >
                  {show(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type HeadingProps<R> = { column: TableColumn<R>; order: Order; onPress: () => void }

function Heading<R>({ column: { key, name, by }, order, onPress }: HeadingProps<R>) {
  if (!by) return name
  const Arrow = order?.isDown ? ArrowDown : ArrowUp
  return (
    <button
      type="button"
      onClick={onPress}
      className="inline-flex min-h-7 min-w-6 items-center gap-1 rounded [text-align:inherit] font-medium hover:text-ink pointer-coarse:min-h-11"
    >
      {name}
      {order?.key === key && <Arrow size={13} aria-hidden className="text-ink" />}
    </button>
  )
}
