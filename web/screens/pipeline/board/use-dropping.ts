import { useEffect, useEffectEvent, type RefObject } from 'react'
import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { autoScroll } from './auto-scroll.ts'
import { type Beside, isSamePlace } from './relocating.ts'

/** Calls `act` when a card was dropped in another place than its own. The board scrolls while one is dragged. */
export function useDropping(
  board: RefObject<HTMLElement | null>,
  act: (id: string, stage_id: string, beside: Beside) => void,
) {
  const drop = useEffectEvent((id: string, stage_id: string, beside: Beside) => {
    const cards = board.current?.querySelectorAll<HTMLElement>(`[data-stage="${stage_id}"] [data-id]`) ?? []
    const shown = [...cards].map(({ dataset }) => ({ id: dataset['id']! }))
    if (!isSamePlace(shown, id, beside)) act(id, stage_id, beside)
  })
  useEffect(() => {
    if (!board.current) return
    const stopScrolling = autoScroll(board.current)
    const stop = monitorForElements({
      onDrop: ({ source, location }) => {
        const [target] = location.current.dropTargets
        if (target)
          drop(source.data['id'] as string, target.data['stage_id'] as string, target.data['beside'] as Beside)
      },
    })
    return () => {
      stopScrolling()
      stop()
    }
  }, [board])
}
