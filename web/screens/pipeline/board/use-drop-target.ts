import { useEffect, useState, type RefObject } from 'react'
import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import type { CardPosition } from './reorder.ts'

/** Lets cards be dropped on a column; returns the position the dragged card would take. */
export function useDropTarget(column: RefObject<HTMLElement | null>, stage_id: string): CardPosition | undefined {
  const [dropPosition, setDropPosition] = useState<CardPosition>()
  useEffect(() => {
    if (!column.current) return
    const leave = () => setDropPosition(undefined)
    return dropTargetForElements({
      element: column.current,
      canDrop: ({ source }) => typeof source.data['id'] === 'string',
      getData: ({ input, element, source }) => ({
        stage_id,
        position: positionAt(element, input.clientY, source.data['id']),
      }),
      onDrag: ({ self }) => {
        const next = self.data['position'] as CardPosition
        setDropPosition((now) => (now && isSame(now, next) ? now : next))
      },
      onDragLeave: leave,
      onDrop: leave,
    })
  }, [column, stage_id])
  return dropPosition
}

/** Before the first card whose middle is below the pointer, else after the last card. */
function positionAt(column: Element, y: number, dragged: unknown): CardPosition {
  const cards = [...column.querySelectorAll<HTMLElement>('[data-id]')].filter((each) => each.dataset['id'] !== dragged)
  const below = cards.find((each) => {
    const { top, height } = each.getBoundingClientRect()
    return y < top + height / 2
  })
  const [before_id, after_id] = [below?.dataset['id'], cards.at(-1)?.dataset['id']]
  if (before_id) return { before_id }
  return after_id ? { after_id } : {}
}

const isSame = (one: CardPosition, other: CardPosition) =>
  one.before_id === other.before_id && one.after_id === other.after_id
