import type { KeyboardEvent, RefObject } from 'react'
import { useCommands } from '#web/commands/commands.ts'
import { ArrowDown, ArrowUp, SquareCheck } from '#web/ui/icons.ts'

type Options = {
  scroller: RefObject<HTMLElement | null>
  names: { next: string; previous: string; select: string }
  onToggle: (id: string) => void
  /** The record open beside the list, from which to move if no row is focused. */
  openId?: string | undefined
  /** Called while a record is open. */
  onMove?: (id: string) => void
}

/** j and k, or the arrow keys on a row, move between the rows of a list; x selects one. */
export function useRowKeys({ scroller, names, onToggle, openId, onMove }: Options) {
  const move = (by: 1 | -1) => {
    const rows = [...(scroller.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
    const focused = rows.findIndex((row) => row === document.activeElement)
    const from = focused >= 0 ? focused : rows.findIndex((row) => row.dataset['row'] === openId)
    const row = rows[Math.max(0, from + by)]
    row?.focus()
    const id = row?.dataset['row']
    if (id && openId) onMove?.(id)
  }
  const chosen = () => (document.activeElement as HTMLElement | null)?.dataset['row'] ?? openId
  const toggle = () => {
    const id = chosen()
    if (id) onToggle(id)
  }
  const hasRows = () => Boolean(scroller.current?.querySelector('[data-row]'))
  const isChosen = () => chosen() !== undefined && scroller.current?.checkVisibility() === true
  useCommands([
    { name: names.next, key: 'j', icon: ArrowDown, run: () => move(1), isPossible: hasRows },
    { name: names.previous, key: 'k', icon: ArrowUp, run: () => move(-1), isPossible: hasRows },
    { name: names.select, key: 'x', icon: SquareCheck, run: toggle, isPossible: isChosen },
  ])

  /** The arrow keys do the same on a row; elsewhere they scroll. */
  return (event: KeyboardEvent) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : undefined
    if (!by || !(event.target as HTMLElement).matches('[data-row]')) return
    event.preventDefault()
    move(by)
  }
}
