import type { DragLocationHistory } from '@atlaskit/pragmatic-drag-and-drop/types'
import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'

const EDGE_PIXELS = 80
const FASTEST_PIXELS = 18

/** Scrolls the board, or the column under the pointer, while a card is dragged near its edge. */
export function autoScroll(board: HTMLElement): () => void {
  let location: DragLocationHistory | undefined
  let frame = 0

  const step = () => {
    frame = requestAnimationFrame(step)
    if (!location) return
    const { input, dropTargets } = location.current
    const { left, right } = board.getBoundingClientRect()
    board.scrollLeft += speed(input.clientX, left, right)
    const cards = dropTargets[0]?.element.querySelector('[data-cards]')
    if (!cards) return
    const { top, bottom } = cards.getBoundingClientRect()
    cards.scrollTop += speed(input.clientY, top, bottom)
  }
  const end = () => {
    cancelAnimationFrame(frame)
    location = undefined
  }
  const stop = monitorForElements({
    onDragStart: () => (frame = requestAnimationFrame(step)),
    onDrag: (drag) => (location = drag.location),
    onDrop: end,
  })
  return () => {
    end()
    stop()
  }
}

/** Pixels per frame; faster closer to the edge. */
export function speed(at: number, start: number, end: number): number {
  const edge = Math.min(EDGE_PIXELS, (end - start) / 4)
  const into = (distance: number) => Math.min(1, Math.max(0, 1 - distance / edge)) * FASTEST_PIXELS
  return Math.round(into(end - at) - into(at - start))
}
