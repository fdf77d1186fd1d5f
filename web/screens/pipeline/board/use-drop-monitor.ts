import { useEffect, useEffectEvent, type RefObject } from 'react'
import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { autoScroll } from './auto-scroll.ts'
import { type CardPosition, isSamePosition } from './reorder.ts'

/** Calls `onMove` when a card is dropped at a new position, and scrolls the board during a drag. */
export function useDropMonitor(
  board: RefObject<HTMLElement | null>,
  onMove: (id: string, stage_id: string, position: CardPosition) => void,
) {
  const drop = useEffectEvent((id: string, stage_id: string, position: CardPosition) => {
    const cards = board.current?.querySelectorAll<HTMLElement>(`[data-stage="${stage_id}"] [data-id]`) ?? []
    const items = [...cards].map(({ dataset }) => ({ id: dataset['id']! }))
    if (!isSamePosition(items, id, position)) onMove(id, stage_id, position)
  })
  useEffect(() => {
    if (!board.current) return
    const stopScrolling = autoScroll(board.current)
    const stop = monitorForElements({
      onDrop: ({ source, location }) => {
        const [target] = location.current.dropTargets
        if (target)
          drop(source.data['id'] as string, target.data['stage_id'] as string, target.data['position'] as CardPosition)
      },
    })
    return () => {
      stopScrolling()
      stop()
    }
  }, [board])
}
