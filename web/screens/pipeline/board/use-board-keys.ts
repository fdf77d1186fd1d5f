import type { KeyboardEvent } from 'react'

type Options = {
  /** Moves the card to the next or previous stage. */
  onShift: (id: string, by: 1 | -1) => void
}

/** Arrow keys move the focus between cards; with Shift or Alt they move the card. Space opens it, like Enter. */
export function useBoardKeys({ onShift }: Options) {
  return (event: KeyboardEvent<HTMLElement>) => {
    const link = (event.target as HTMLElement).closest<HTMLElement>('[data-card]')
    if (!link || event.ctrlKey || event.metaKey) return
    const sideways = { ArrowLeft: -1, ArrowRight: 1 }[event.key] as 1 | -1 | undefined
    const shifts = event.shiftKey || event.altKey
    if (sideways && shifts) onShift(link.dataset['card']!, sideways)
    else if (shifts) return
    else if (sideways) nextColumnCard(event.currentTarget, link, sideways)?.focus()
    else if (event.key === ' ') link.click()
    else if (event.key in steps) inColumn(link, steps[event.key]!)?.focus()
    else return
    event.preventDefault()
  }
}

const steps: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
}

const cardsOf = (column: Element) => [...column.querySelectorAll<HTMLElement>('[data-card]')]

function inColumn(link: HTMLElement, step: (at: number, last: number) => number) {
  const cards = cardsOf(link.closest('[data-stage]')!)
  return cards[step(cards.indexOf(link), cards.length - 1)]
}

/** The card at the same index in the next non-empty column. */
function nextColumnCard(board: Element, link: HTMLElement, by: 1 | -1) {
  const columns = [...board.querySelectorAll('[data-stage]')]
  const from = columns.findIndex((column) => column.contains(link))
  const height = cardsOf(columns[from]!).indexOf(link)
  const ahead = by > 0 ? columns.slice(from + 1) : columns.slice(0, from).toReversed()
  const cards = ahead.map(cardsOf).find(({ length }) => length > 0)
  return cards?.[Math.min(height, cards.length - 1)]
}
