import { useEffect, useEffectEvent, useState, type PointerEvent as ReactPointerEvent, type RefObject } from 'react'
import { moveTo } from './reorder.ts'

/**
 * Drags a row of a list by its handle. `show` receives the order while dragging; `end` receives the final order, or
 * nothing if the drag was cancelled or changed nothing.
 */
export function useDrag(
  list: RefObject<HTMLElement | null>,
  ids: string[],
  show: (ids: string[]) => void,
  end: (ids?: string[]) => void,
) {
  const [drag, setDrag] = useState<{ id: string; before: string }>()

  const follow = useEffectEvent(({ clientY }: PointerEvent) => {
    const at = drag ? ids.indexOf(drag.id) : -1
    const rows = [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect())
    const middle = (index: number) => rows[index] && rows[index].top + rows[index].height / 2
    const above = middle(at - 1)
    const below = middle(at + 1)
    const to = above !== undefined && clientY < above ? at - 1 : below !== undefined && clientY > below ? at + 1 : at
    if (!drag || to === at) return
    show(moveTo(ids, drag.id, to))
    list.current?.children[to]?.scrollIntoView({ block: 'nearest' })
  })
  const release = useEffectEvent(() => {
    end(ids.join() === drag?.before ? undefined : ids)
    setDrag(undefined)
  })
  const cancel = useEffectEvent((event: Event) => {
    if (event instanceof KeyboardEvent && event.key !== 'Escape') return
    end()
    setDrag(undefined)
  })

  const isOn = drag !== undefined
  useEffect(() => {
    if (!isOn) return
    const stop = new AbortController()
    const { signal } = stop
    // Listens on the window, because a row that moves in the DOM loses the pointer.
    window.addEventListener('pointermove', (event) => follow(event), { signal })
    window.addEventListener('pointerup', () => release(), { signal })
    window.addEventListener('pointercancel', (event) => cancel(event), { signal })
    window.addEventListener('keydown', (event) => cancel(event), { signal })
    return () => stop.abort()
  }, [isOn])

  const grab = (id: string) => (event: ReactPointerEvent) => {
    if (event.button === 0) setDrag({ id, before: ids.join() })
  }
  return { dragged: drag?.id, grab }
}
