import { useEffect, useEffectEvent, useState, type PointerEvent as ReactPointerEvent, type RefObject } from 'react'
import { moved } from './arranged.ts'

/**
 * Dragging a row of a list by its handle. Each row passed is told to `show`; letting go tells `end` the new order, or
 * nothing when it was given up or is as before.
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
    show(moved(ids, drag.id, to))
    list.current?.children[to]?.scrollIntoView({ block: 'nearest' })
  })
  const release = useEffectEvent(() => {
    end(ids.join() === drag?.before ? undefined : ids)
    setDrag(undefined)
  })
  const giveUp = useEffectEvent((event: Event) => {
    if (event instanceof KeyboardEvent && event.key !== 'Escape') return
    end()
    setDrag(undefined)
  })

  const isOn = drag !== undefined
  useEffect(() => {
    if (!isOn) return
    const stop = new AbortController()
    const { signal } = stop
    // The window hears what the handle would not: a row that changes places lets go of the pointer.
    window.addEventListener('pointermove', (event) => follow(event), { signal })
    window.addEventListener('pointerup', () => release(), { signal })
    window.addEventListener('pointercancel', (event) => giveUp(event), { signal })
    window.addEventListener('keydown', (event) => giveUp(event), { signal })
    return () => stop.abort()
  }, [isOn])

  const grab = (id: string) => (event: ReactPointerEvent) => {
    if (event.button === 0) setDrag({ id, before: ids.join() })
  }
  return { dragged: drag?.id, grab }
}
