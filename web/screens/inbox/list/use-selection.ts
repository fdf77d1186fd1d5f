import { useCallback, useEffect, useRef, useState } from 'react'
import type { Conversation } from '#contract/records/conversation.ts'

const nobody: ReadonlySet<string> = new Set()

/** Which conversations of the list are selected, to do something with all of them. Another list begins with none. */
export function useSelection(items: readonly Conversation[], list: string) {
  const [ids, setIds] = useState(nobody)
  const anchor = useRef<string>(undefined)
  const shown = useRef(items)
  shown.current = items

  /** With `through`, all from the one before to this one. */
  const toggle = useCallback((id: string, through = false) => {
    const from = anchor.current
    anchor.current = id
    setIds((now) => (through && from ? new Set([...now, ...between(shown.current, from, id)]) : flipped(now, id)))
  }, [])
  const choose = useCallback((next: Iterable<string>) => setIds(new Set(next)), [])
  const clear = useCallback(() => setIds(nobody), [])
  useEffect(() => clear(), [clear, list])

  // Who has left the list in the meantime is not acted upon unseen.
  const selected = ids.size === 0 ? [] : items.filter(({ id }) => ids.has(id))
  return { ids, selected, toggle, choose, clear }
}

export type Selection = ReturnType<typeof useSelection>

function flipped(ids: ReadonlySet<string>, id: string) {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return next
}

function between(items: readonly Conversation[], from: string, to: string) {
  const places = [from, to].map((wanted) => items.findIndex(({ id }) => id === wanted)).toSorted((a, b) => a - b)
  const [first = -1, last = -1] = places
  return first < 0 ? [to] : items.slice(first, last + 1).map(({ id }) => id)
}
