import { createContext, use, useEffect, useEffectEvent } from 'react'
import { preference } from './preference.ts'

/** Single keys can get in the way of speech input, so they can be turned off (WCAG 2.1.4). */
export const hotkeys = preference('hilo.hotkeys', ['on', 'off'] as const, () => 'on')

/** Whether one stands in a sheet over the page: its keys act while it is open, and those of the page do not. */
export const SheetContext = createContext(false)

/**
 * Single keys, or two in turn (`g i`), that act while nobody is typing and no window is open over the page. Where the
 * same key does something elsewhere on the screen too, `first` has it.
 */
export function useHotkeys(keys: Record<string, (event: KeyboardEvent) => void>, { first = false } = {}) {
  const on = hotkeys.use() === 'on'
  const inSheet = use(SheetContext)

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    const act = keys[`${before(event)}${event.key}`]
    if (!act || isBusy(event.target, inSheet) || (!on && event.key.length === 1)) return
    event.preventDefault()
    act(event)
  })

  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', listen, first)
    return () => window.removeEventListener('keydown', listen, first)
  }, [first])
}

const LEADER = 'g'
let led: KeyboardEvent | undefined
if (typeof window !== 'undefined') {
  // After everybody else has heard it.
  window.addEventListener('keydown', (event) => {
    const leads = event.key === LEADER && !event.defaultPrevented && !isBusy(event.target)
    setTimeout(() => (led = leads ? event : undefined))
  })
}

/** The key of two that came just before this one. */
const before = (event: KeyboardEvent) => (led && event.timeStamp - led.timeStamp < 1_500 ? `${LEADER} ` : '')

const typing = 'input, textarea, select, [contenteditable="true"]'
// A toast is a dialog too, but not one that asks for attention.
const over = ['[role*="dialog"]:not([data-toast])', '[role="menu"]', '[role="listbox"]']
  .map((popup) => `${popup}:not([data-closed])`)
  .join()

function isBusy(target: EventTarget | null, inSheet = false) {
  if (target instanceof Element && target.closest(typing)) return true
  return [...document.querySelectorAll(over)].some((popup) => !(inSheet && popup.matches('[data-sheet]')))
}
