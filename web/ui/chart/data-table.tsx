import { useState, type ReactNode } from 'react'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { cx } from '#web/ui/cx.ts'
import { Explain } from '#web/ui/explain.tsx'
import { sorted, turned, type Order, type Sortable } from './sorting.ts'
import './chart.css'

export type TableColumn<R> = Sortable<R> & {
  name: string
  help?: string
  show: (row: R) => ReactNode
  /** Figures stand at the right, so that their digits do below each other. */
  isFigure?: boolean
}

type Props<R> = {
  label: string
  rows: readonly R[]
  columns: readonly TableColumn<R>[]
  keyOf: (row: R, index: number) => string
  /** How the way to a column's meaning is called. */
  explain: (column: string) => string
}

/** A table that can be sorted by its headings. Where it is too wide it moves sideways, under its first column. */
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
                  <Heading column={column} order={order} onPress={() => setOrder((now) => turned(now, column))} />
                  {column.help && <Explain label={explain(column.name)} text={column.help} />}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted(rows, columns, order).map((row, at) => (
            <tr key={keyOf(row, at)}>
              {columns.map(({ key, show, isFigure }) => (
                <td key={key} className={cx('h-10 py-1.5', isFigure && 'text-right whitespace-nowrap tabular-nums')}>
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
