import { useCallback, useRef, useState } from 'react'

export type Row = { id: string }

const nothing: ReadonlySet<string> = new Set()

/** The selected rows. Opening another list clears the selection. */
export function useSelection<T extends Row>(items: readonly T[], list = '') {
  const [ids, setIds] = useState(nothing)
  const [previousList, setPreviousList] = useState(list)
  const anchor = useRef<string>(undefined)
  const shown = useRef(items)
  shown.current = items

  /** With `through`, selects the range from the last toggled row to this one. */
  const toggle = useCallback((id: string, through = false) => {
    const from = anchor.current
    anchor.current = id
    setIds((now) => (through && from ? new Set([...now, ...between(shown.current, from, id)]) : withToggled(now, id)))
  }, [])
  const choose = useCallback((next: Iterable<string>) => setIds(new Set(next)), [])
  const clear = useCallback(() => setIds(nothing), [])
  if (list !== previousList) {
    setPreviousList(list)
    clear()
  }

  // Rows that have left the list are not acted on.
  const selected = ids.size === 0 ? [] : items.filter(({ id }) => ids.has(id))
  return { ids, selected, toggle, choose, clear }
}

export type Selection<T extends Row> = ReturnType<typeof useSelection<T>>

function withToggled(ids: ReadonlySet<string>, id: string) {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return next
}

function between(items: readonly Row[], from: string, to: string) {
  const places = [from, to].map((wanted) => items.findIndex(({ id }) => id === wanted)).toSorted((a, b) => a - b)
  const [first = -1, last = -1] = places
  return first < 0 ? [to] : items.slice(first, last + 1).map(({ id }) => id)
}
