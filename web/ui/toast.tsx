import { useEffect, useState } from 'react'
import type { ToasterProps } from './opened/toaster.tsx'
import { arrival, fetchParts, type Parts } from './parts.tsx'

type Options = Parameters<Parts['toasts']['add']>[0]

let ready: () => void
const isReady = new Promise<void>((resolve) => (ready = resolve))

/** Shown as soon as there is where to show it. */
async function add(options: Options) {
  const { toasts } = await fetchParts()
  await isReady
  toasts.add(options)
}

/** Says what happened, from anywhere, and goes away by itself. */
export const toast = {
  good: (title: string) => void add({ title, type: 'good', timeout: 4_000 }),
  bad: (title: string) => void add({ title, type: 'bad', timeout: 8_000, priority: 'high' }),
  /** Says what was done, and offers to take it back: by the button, or by `undoLast`. */
  undo: (title: string, label: string, back: () => void) => {
    const id = `undo-${++count}`
    const takeBack = () => {
      void fetchParts().then(({ toasts }) => toasts.close(id))
      back()
    }
    last = { id, takeBack }
    void add({
      id,
      title,
      type: 'good',
      timeout: 8_000,
      actionProps: { children: label, onClick: takeBack },
      onClose: () => (last = last?.id === id ? undefined : last),
    })
  },
}

let count = 0
let last: { id: string; takeBack: () => void } | undefined

/** Takes back what was done last, while that is still offered. */
export const undoLast = () => last?.takeBack()

/** Signs that somebody is there, who may open something in a moment. */
const signs = ['pointermove', 'pointerdown', 'keydown']

/** Where toasts are shown. With the first sign of somebody, it and whatever else may open are fetched. */
export function Toaster(props: Omit<ToasterProps, 'onReady'>) {
  const [parts, setParts] = useState<Parts>()
  useEffect(() => {
    void arrival.then(setParts)
    const stop = new AbortController()
    const options = { once: true, capture: true, passive: true, signal: stop.signal }
    for (const sign of signs) window.addEventListener(sign, () => void fetchParts(), options)
    return () => stop.abort()
  }, [])
  return parts && <parts.Toaster {...props} onReady={ready} />
}
