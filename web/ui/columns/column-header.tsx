import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { ArrowDown, ArrowUp } from '#web/ui/icons.ts'
import { cx } from '#web/ui/cx.ts'
import { MAX_WIDTH, MIN_WIDTH, type Column } from './layout.ts'
import type { Columns } from './use-columns.ts'
import { useColumnsWords } from './words.ts'
import './columns.css'

type Props = {
  column: Column
  columns: Pick<Columns, 'widths' | 'setWidth'>
  /** The order of the list, and how to change it. */
  sort: string
  onSort: (sort: string) => void
  className?: string
}

/** The header of a column: a click sorts by it if the list can, its edge changes the width. */
export function ColumnHeader({ column, columns, sort, onSort, className }: Props) {
  const { name, sort: orders } = column
  const direction = orders && sortedBy(orders, sort)
  const Arrow = direction === 'ascending' ? ArrowUp : ArrowDown
  return (
    <span
      role="columnheader"
      aria-label={name}
      aria-sort={orders && (direction ?? 'none')}
      className={cx('column-header', className)}
    >
      {orders ? (
        <button
          type="button"
          onClick={() => onSort(direction === 'ascending' ? orders.descending : orders.ascending)}
          className="flex min-w-0 items-center gap-1 rounded hover:text-ink"
        >
          <span className="truncate">{name}</span>
          {direction && <Arrow size={12} aria-hidden className="shrink-0" />}
        </button>
      ) : (
        <span className="truncate">{name}</span>
      )}
      <Edge column={column} columns={columns} />
    </span>
  )
}

const sortedBy = ({ ascending, descending }: NonNullable<Column['sort']>, sort: string) =>
  sort === ascending ? 'ascending' : sort === descending ? 'descending' : undefined

const STEP = 16

/** Drags or, with the arrow keys, moves the edge of a column; a double click gives the width back. */
function Edge({ column: { key, name }, columns: { widths, setWidth } }: Pick<Props, 'column' | 'columns'>) {
  const words = useColumnsWords()
  const edge = useRef<HTMLSpanElement>(null)
  const from = useRef<{ x: number; width: number }>(undefined)
  const widthNow = () => edge.current?.parentElement?.getBoundingClientRect().width ?? MIN_WIDTH
  const grab = (event: PointerEvent<HTMLSpanElement>) => {
    if (event.button !== 0) return
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    from.current = { x: event.clientX, width: widthNow() }
  }
  const drag = ({ clientX }: PointerEvent) => {
    if (from.current) setWidth(key, from.current.width + clientX - from.current.x)
  }
  const keys = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key]
    if (!by) return
    event.preventDefault()
    event.stopPropagation()
    setWidth(key, widthNow() + by)
  }
  return (
    <span
      ref={edge}
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={words.resize}
      aria-valuemin={MIN_WIDTH}
      aria-valuemax={MAX_WIDTH}
      aria-valuenow={widths[key] ?? MIN_WIDTH}
      aria-valuetext={widths[key] ? `${name}: ${widths[key]} px` : name}
      onPointerDown={grab}
      onPointerMove={drag}
      onPointerUp={() => (from.current = undefined)}
      onPointerCancel={() => (from.current = undefined)}
      onDoubleClick={() => setWidth(key, undefined)}
      onKeyDown={keys}
      className="column-edge"
    />
  )
}
