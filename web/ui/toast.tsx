import { useEffect, useState } from 'react'
import { popupsLoaded, loadPopups, type Popups } from '#web/ui/popup/load-popups.tsx'
import type { ToasterProps } from '#web/ui/popup/toaster.tsx'

type Options = Parameters<Popups['toasts']['add']>[0]

let ready: () => void
const isReady = new Promise<void>((resolve) => (ready = resolve))

/** Adds a toast once the toaster has mounted. */
async function add(options: Options) {
  const { toasts } = await loadPopups()
  await isReady
  toasts.add(options)
}

/** Short messages that any code may show and that disappear by themselves. */
export const toast = {
  good: (title: string) => void add({ title, type: 'good', timeout: 4_000 }),
  bad: (title: string) => void add({ title, type: 'bad', timeout: 8_000, priority: 'high' }),
  /** Reports an action and offers to undo it, by its button or `undoLast`. */
  undo: (title: string, label: string, revert: () => void, seconds = 8) => {
    const id = `undo-${++count}`
    const undo = () => {
      void loadPopups().then(({ toasts }) => toasts.close(id))
      revert()
    }
    last = { id, undo }
    void add({
      id,
      title,
      type: 'good',
      timeout: seconds * 1000,
      actionProps: { children: label, onClick: undo },
      onClose: () => (last = last?.id === id ? undefined : last),
    })
  },
}

let count = 0
let last: { id: string; undo: () => void } | undefined

/** Undoes the last action while its toast is shown. */
export const undoLast = () => last?.undo()
export const isUndoable = () => last !== undefined

/** First interactions, after which a popup may open at any moment. */
const firstInteractions = ['pointermove', 'pointerdown', 'keydown']

/** Renders the toasts, and loads the popup code on the first interaction. */
export function Toaster(props: Omit<ToasterProps, 'onReady'>) {
  const [popups, setPopups] = useState<Popups>()
  useEffect(() => {
    void popupsLoaded.then(setPopups)
    const stop = new AbortController()
    const options = { once: true, capture: true, passive: true, signal: stop.signal }
    for (const type of firstInteractions) window.addEventListener(type, () => void loadPopups(), options)
    return () => stop.abort()
  }, [])
  return popups && <popups.Toaster {...props} onReady={ready} />
}
