import { useEffect, useState, type RefObject } from 'react'
import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import type { Beside } from './relocating.ts'

/** Makes a column take cards. Answers with where the one dragged over it would go. */
export function useDrop(column: RefObject<HTMLElement | null>, stage_id: string): Beside | undefined {
  const [aim, setAim] = useState<Beside>()
  useEffect(() => {
    if (!column.current) return
    const leave = () => setAim(undefined)
    return dropTargetForElements({
      element: column.current,
      canDrop: ({ source }) => typeof source.data['id'] === 'string',
      getData: ({ input, element, source }) => ({
        stage_id,
        beside: aimOf(element, input.clientY, source.data['id']),
      }),
      onDrag: ({ self }) => {
        const next = self.data['beside'] as Beside
        setAim((now) => (now && isSame(now, next) ? now : next))
      },
      onDragLeave: leave,
      onDrop: leave,
    })
  }, [column, stage_id])
  return aim
}

/** Above the first card whose middle is below the pointer, else below the last. */
function aimOf(column: Element, y: number, dragged: unknown): Beside {
  const cards = [...column.querySelectorAll<HTMLElement>('[data-id]')].filter((each) => each.dataset['id'] !== dragged)
  const below = cards.find((each) => {
    const { top, height } = each.getBoundingClientRect()
    return y < top + height / 2
  })
  const [before_id, after_id] = [below?.dataset['id'], cards.at(-1)?.dataset['id']]
  if (before_id) return { before_id }
  return after_id ? { after_id } : {}
}

const isSame = (one: Beside, other: Beside) => one.before_id === other.before_id && one.after_id === other.after_id
