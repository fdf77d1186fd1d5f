import { cx } from '#web/ui/cx.ts'

type Props = {
  label: string
  /** Names of the rows and columns, and the figure where they meet. */
  rows: readonly string[]
  columns: readonly string[]
  at: (row: number, column: number) => number
  write: (value: number) => string
  corner: string
  few: string
  many: string
}

/** A table whose cells are the darker the more is in them. The figures stand in it, so that nothing is colour alone. */
export function HeatMap({ label, rows, columns, at, write, corner, few, many }: Props) {
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
                <Cell key={column} value={at(row, index)} most={most} write={write} />
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

function Cell({ value, most, write }: { value: number; most: number; write: Props['write'] }) {
  const step = value === 0 ? 'bg-sunken text-ink-3' : steps[Math.ceil((value / most) * steps.length) - 1]
  return (
    <td className={cx('h-7 rounded-sm tabular-nums', step)}>
      {value === 0 ? <span className="sr-only">0</span> : write(value)}
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
