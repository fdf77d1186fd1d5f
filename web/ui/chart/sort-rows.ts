export type Order = { key: string; isDown: boolean } | undefined
export type Sortable<R> = {
  key: string
  /** The sort value; a column without one is not sortable. */
  by?: (row: R) => number | string | null | undefined
  isFigure?: boolean
}

/** The next order when a heading is clicked: figures descending or texts ascending, then reversed, then unsorted. */
export function toggleOrder<R>(order: Order, { key, isFigure = false }: Sortable<R>): Order {
  if (order?.key !== key) return { key, isDown: isFigure }
  return order.isDown === isFigure ? { key, isDown: !isFigure } : undefined
}

/** Sorts rows; rows without a value always come last. */
export function sortRows<R>(rows: readonly R[], columns: readonly Sortable<R>[], order: Order): readonly R[] {
  const by = columns.find(({ key }) => key === order?.key)?.by
  if (!order || !by) return rows
  const sign = order.isDown ? -1 : 1
  return rows.toSorted((a, b) => {
    const [one, other] = [by(a), by(b)]
    if (one == null || other == null) return Number(one == null) - Number(other == null)
    const text = typeof one === 'string' || typeof other === 'string'
    return sign * (text ? String(one).localeCompare(String(other)) : one - other)
  })
}
