import { useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { GripVertical } from '#web/ui/icons.ts'
import { cx } from '#web/ui/cx.ts'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { reorder, moveTo } from './reorder.ts'
import { useDrag } from './use-drag.ts'
import { useSortingWords } from './words.ts'

/** Moves a row without dragging; absent at either end of the list. */
export type Moves = { up?: () => void; down?: () => void }

type Props<T> = {
  label: string
  items: readonly T[]
  nameOf: (item: T) => string
  /** Left out while the list cannot be reordered, for example because it is filtered. */
  onReorder?: ((ids: string[]) => void) | undefined
  children: (item: T, moves: Moves) => ReactNode
}

/** A list people reorder by dragging the handle, with its arrow keys, or from the row's menu. */
export function SortList<T extends { id: string }>({ label, items, nameOf, onReorder, children }: Props<T>) {
  const words = useSortingWords()
  const list = useRef<HTMLUListElement>(null)
  const [news, setNews] = useState('')
  const { ids, show, forget } = useOrder(items)
  const focused = useRef<string>(undefined)
  const { dragged, grab } = useDrag(list, ids, show, (next) => (next ? onReorder?.(next) : forget()))

  const sorted = reorder(items, ids)
  const isLong = sorted.length > LONG
  const move = (item: T, to: number) => {
    const next = moveTo(ids, item.id, to)
    if (next.join() === ids.join()) return
    show(next)
    setNews(words.moved(nameOf(item), next.indexOf(item.id) + 1, next.length))
    onReorder?.(next)
  }
  const keys = (item: T, index: number) => (event: KeyboardEvent) => {
    const by = steps[event.key]
    if (!by) return
    event.preventDefault()
    focused.current = item.id
    move(item, index + by)
  }

  // Moving a row in the DOM loses its focus.
  useLayoutEffect(() => {
    const handle = list.current?.querySelector<HTMLElement>(`[data-handle="${focused.current}"]`)
    if (focused.current) handle?.focus()
    focused.current = undefined
  })

  return (
    <>
      <ul ref={list} aria-label={label} className="divide-y divide-line rounded-xl ring-1 ring-line">
        {sorted.map((item, index) => (
          <li
            key={item.id}
            className={cx(
              'relative flex items-center gap-2 py-2.5 pr-2 first:rounded-t-xl last:rounded-b-xl sm:pr-3',
              onReorder ? 'pl-1 sm:pl-1.5' : 'pl-4',
              dragged === item.id ? 'z-10 bg-raised shadow-raised' : 'hover:bg-hover',
              isLong && dragged !== item.id && '[contain-intrinsic-block-size:auto_3.75rem] [content-visibility:auto]',
            )}
          >
            {onReorder && (
              <Tooltip text={words.handleHint}>
                <button
                  type="button"
                  data-handle={item.id}
                  aria-label={words.handle(nameOf(item))}
                  aria-keyshortcuts="ArrowUp ArrowDown"
                  onPointerDown={grab(item.id)}
                  onKeyDown={keys(item, index)}
                  className="relative z-1 grid h-8 w-6 shrink-0 touch-none cursor-grab! place-items-center rounded
                    text-ink-3 hover:text-ink active:cursor-grabbing! pointer-coarse:h-11 pointer-coarse:w-8"
                >
                  <GripVertical size={16} aria-hidden />
                </button>
              </Tooltip>
            )}
            {children(item, onReorder ? movesOf(index, sorted.length, (to) => move(item, to)) : {})}
          </li>
        ))}
      </ul>
      <div role="status" className="sr-only">
        {news}
      </div>
    </>
  )
}

/** Longer lists skip rendering rows out of sight. */
const LONG = 60

const steps: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 }

function movesOf(index: number, count: number, move: (to: number) => void): Moves {
  return {
    ...(index > 0 && { up: () => move(index - 1) }),
    ...(index < count - 1 && { down: () => move(index + 1) }),
  }
}

/** The displayed order: a local change holds until the server's order changes. */
function useOrder(items: readonly { id: string }[]) {
  const serverIds = items.map(({ id }) => id)
  const [chosen, choose] = useState<{ ids: string[]; over: string }>()
  if (chosen && chosen.over !== serverIds.join()) choose(undefined)
  const ids = chosen?.over === serverIds.join() ? chosen.ids : serverIds
  return {
    ids,
    show: (next: string[]) => choose({ ids: next, over: serverIds.join() }),
    forget: () => choose(undefined),
  }
}
