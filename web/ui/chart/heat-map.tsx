import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

type Props = {
  label: string
  /** Row and column names, and the value of each cell. */
  rows: readonly string[]
  columns: readonly string[]
  at: (row: number, column: number) => number
  write: (value: number) => string
  /** Wraps the text of a cell that is not empty, such as in a link. */
  wrap?: (row: number, column: number, text: string) => ReactNode
  corner: string
  few: string
  many: string
}

/** A heat map as a table. Cells show their values, so that colour is not the only signal. */
export function HeatMap({ label, rows, columns, at, write, wrap, corner, few, many }: Props) {
  const most = Math.max(...rows.flatMap((_, row) => columns.map((__, column) => at(row, column))), 1)
  return (
    <div>
      <table aria-label={label} className="w-full table-fixed border-separate border-spacing-0.5 text-center text-2xs">
        <thead>
          <tr>
            <th scope="col" className="w-11 text-left font-medium text-ink-3">
              <span className="sr-only">{corner}</span>
            </th>
            {columns.map((name) => (
              <th key={name} scope="col" className="font-normal text-ink-3 tabular-nums">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((name, row) => (
            <tr key={name}>
              <th scope="row" className="text-left font-normal whitespace-nowrap text-ink-3">
                {name}
              </th>
              {columns.map((column, index) => (
                <Cell key={column} value={at(row, index)} most={most}>
                  {wrap ? wrap(row, index, write(at(row, index))) : write(at(row, index))}
                </Cell>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div aria-hidden className="mt-2 flex items-center justify-end gap-1 text-2xs text-ink-3">
        {few}
        {steps.map((look) => (
          <span key={look} className={cx('size-3 rounded-sm', look)} />
        ))}
        {many}
      </div>
    </div>
  )
}

function Cell({ value, most, children }: { value: number; most: number; children: ReactNode }) {
  const step = value === 0 ? 'bg-sunken text-ink-3' : steps[Math.ceil((value / most) * steps.length) - 1]
  return (
    <td className={cx('relative h-7 rounded-sm tabular-nums', step)}>
      {value === 0 ? <span className="sr-only">0</span> : children}
    </td>
  )
}

const steps = [
  'bg-heat-1 text-ink',
  'bg-heat-2 text-ink',
  'bg-heat-3 text-ink',
  'bg-heat-4 text-surface',
  'bg-heat-5 text-surface',
]
