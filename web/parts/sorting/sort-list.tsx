import { useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { GripVertical } from 'lucide-react'
import { cx } from '#web/ui/cx.ts'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { arranged, moved } from './arranged.ts'
import { useDrag } from './use-drag.ts'
import { useSortingWords } from './words.ts'

/** How a row can be moved without dragging; left out at the ends. */
export type Moves = { up?: () => void; down?: () => void }

type Props<T> = {
  label: string
  items: readonly T[]
  nameOf: (item: T) => string
  /** Left out while the order cannot be changed, for example because only some are shown. */
  onArrange?: ((ids: string[]) => void) | undefined
  children: (item: T, moves: Moves) => ReactNode
}

/** Rows in an order people choose: by dragging the handle, by its arrow keys, or by what a row offers. */
export function SortList<T extends { id: string }>({ label, items, nameOf, onArrange, children }: Props<T>) {
  const words = useSortingWords()
  const list = useRef<HTMLUListElement>(null)
  const [news, setNews] = useState('')
  const { ids, show, forget } = useOrder(items)
  const focused = useRef<string>(undefined)
  const { dragged, grab } = useDrag(list, ids, show, (next) => (next ? onArrange?.(next) : forget()))

  const shown = arranged(items, ids)
  const isLong = shown.length > LONG
  const move = (item: T, to: number) => {
    const next = moved(ids, item.id, to)
    if (next.join() === ids.join()) return
    show(next)
    setNews(words.moved(nameOf(item), next.indexOf(item.id) + 1, next.length))
    onArrange?.(next)
  }
  const keys = (item: T, index: number) => (event: KeyboardEvent) => {
    const by = steps[event.key]
    if (!by) return
    event.preventDefault()
    focused.current = item.id
    move(item, index + by)
  }

  // A row that is moved in the page loses the focus on its way.
  useLayoutEffect(() => {
    const handle = list.current?.querySelector<HTMLElement>(`[data-handle="${focused.current}"]`)
    if (focused.current) handle?.focus()
    focused.current = undefined
  })

  return (
    <>
      <ul ref={list} aria-label={label} className="divide-y divide-line rounded-xl ring-1 ring-line">
        {shown.map((item, index) => (
          <li
            key={item.id}
            className={cx(
              'relative flex items-center gap-2 py-2.5 pr-2 first:rounded-t-xl last:rounded-b-xl sm:pr-3',
              onArrange ? 'pl-1 sm:pl-1.5' : 'pl-4',
              dragged === item.id ? 'z-10 bg-raised shadow-raised' : 'hover:bg-hover',
              isLong && dragged !== item.id && '[contain-intrinsic-block-size:auto_3.75rem] [content-visibility:auto]',
            )}
          >
            {onArrange && (
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
            {children(item, onArrange ? movesOf(index, shown.length, (to) => move(item, to)) : {})}
          </li>
        ))}
      </ul>
      <div role="status" className="sr-only">
        {news}
      </div>
    </>
  )
}

/** From here on, what is out of sight is not drawn. */
const LONG = 60

const steps: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 }

function movesOf(index: number, count: number, move: (to: number) => void): Moves {
  return {
    ...(index > 0 && { up: () => move(index - 1) }),
    ...(index < count - 1 && { down: () => move(index + 1) }),
  }
}

/** The order shown: a chosen one stands until the items come in another than they had when it was chosen. */
function useOrder(items: readonly { id: string }[]) {
  const given = items.map(({ id }) => id)
  const [chosen, choose] = useState<{ ids: string[]; over: string }>()
  if (chosen && chosen.over !== given.join()) choose(undefined)
  const ids = chosen?.over === given.join() ? chosen.ids : given
  return {
    ids,
    show: (next: string[]) => choose({ ids: next, over: given.join() }),
    forget: () => choose(undefined),
  }
}
