import { useEffect, useState } from 'react'
import { words } from '#web/app/i18n.ts'
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
  return toasts
}

/** Short messages that any code may show and that disappear by themselves. */
export const toast = {
  good: (title: string) => void add({ title, type: 'good', timeout: 4_000 }),
  bad: (title: string) => void add({ title, type: 'bad', timeout: 8_000, priority: 'high' }),
  /**
   * Reports an action and offers to undo it, by its button or `undoLast`, for some seconds `since` it was sent. Neither
   * hovering nor another window prolongs them, because its consequences do not wait longer. Returns how to change the message.
   */
  undo: (title: string, label: string, revert: () => void, { since = Date.now(), seconds = offerSeconds } = {}) => {
    const id = `undo-${++count}`
    const deadline = since + seconds * 1000
    const forget = () => (undoable = undoable.filter((each) => each.id !== id))
    const undo = () => {
      forget()
      close()
      // The timer of a page in the background may be late.
      if (Date.now() < deadline) revert()
      else toast.bad(words().problems.undo_expired)
    }
    undoable = [...undoable, { id, undo }]
    const action = { children: label, onClick: undo }
    const shown = add({ id, title, type: 'good', timeout: 0, actionProps: action, onClose: forget })
    const close = () => void shown.then((toasts) => toasts.close(id))
    setTimeout(() => {
      forget()
      close()
    }, deadline - Date.now())
    const rename = (to: string) => void shown.then((toasts) => toasts.update(id, { title: to }))
    return { close, rename }
  },
}

/** Sets the time in which changes can be undone, which the server decides. */
export function setOfferSeconds(seconds: number) {
  offerSeconds = seconds
}

let offerSeconds = 8
let count = 0
let undoable: readonly { id: string; undo: () => void }[] = []

/** Undoes the latest action that still can be, then the one before it. */
export const undoLast = () => undoable.at(-1)?.undo()
export const isUndoable = () => undoable.length > 0

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
