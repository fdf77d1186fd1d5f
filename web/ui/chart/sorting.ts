export type Order = { key: string; isDown: boolean } | undefined
export type Sortable<R> = {
  key: string
  /** What it is sorted by; a column without is not. */
  by?: (row: R) => number | string | null | undefined
  isFigure?: boolean
}

/** What pressing a heading does: figures from the largest, words from A; then the other way; then as it was. */
export function turned<R>(order: Order, { key, isFigure = false }: Sortable<R>): Order {
  if (order?.key !== key) return { key, isDown: isFigure }
  return order.isDown === isFigure ? { key, isDown: !isFigure } : undefined
}

/** What has no figure stands last, whichever way. */
export function sorted<R>(rows: readonly R[], columns: readonly Sortable<R>[], order: Order): readonly R[] {
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
