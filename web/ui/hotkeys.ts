import { createContext, use, useEffectEvent, useLayoutEffect } from 'react'
import { preference } from './preference.ts'

/** Single keys can get in the way of speech input, so they can be turned off (WCAG 2.1.4). */
export const hotkeys = preference('hilo.hotkeys', ['on', 'off'] as const, () => 'on')

/** Whether the component is inside a drawer: its shortcuts work while it is open, and those of the page do not. */
export const SheetContext = createContext(false)

/**
 * Registers single keys or sequences of two (`g i`), which work while no text field is focused and no popup is open.
 * `first` wins where several components register the same key.
 */
export function useHotkeys(keys: Record<string, (event: KeyboardEvent) => void>, { first = false } = {}) {
  const on = hotkeys.use() === 'on'
  const inSheet = use(SheetContext)

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    const act = keys[`${prefix(event)}${event.key}`]
    if (!act || isBusy(event.target, inSheet) || (!on && event.key.length === 1)) return
    event.preventDefault()
    act(event)
  })

  // Before the screen is painted: a busy browser runs other effects so much later that a key pressed at once would be lost.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', listen, first)
    return () => window.removeEventListener('keydown', listen, first)
  }, [first])
}

const LEADER = 'g'
let last: KeyboardEvent | undefined
let leader: KeyboardEvent | undefined
if (typeof window !== 'undefined') {
  // Before other handlers, and known at once: the second key may be pressed before a timer could run.
  const note = (event: KeyboardEvent) => {
    leader = last?.defaultPrevented ? undefined : last
    last = event.key === LEADER && !isBusy(event.target) ? event : undefined
  }
  window.addEventListener('keydown', note, true)
}

/** The prefix of a two-key shortcut, if its first key was just pressed. */
const prefix = (event: KeyboardEvent) => (leader && event.timeStamp - leader.timeStamp < 1_500 ? `${LEADER} ` : '')

const typing = 'input, textarea, select, [contenteditable="true"]'
/** A selector of open popups. A toast is a dialog too, but does not capture the keyboard. */
export const openPopups = ['[role*="dialog"]:not([data-toast])', '[role="menu"]', '[role="listbox"]']
  .map((popup) => `${popup}:not([data-closed])`)
  .join()

function isBusy(target: EventTarget | null, inSheet = false) {
  if (target instanceof Element && target.closest(typing)) return true
  return [...document.querySelectorAll(openPopups)].some(
    // A select keeps its closed list in the page once it had the focus.
    (popup) => popup.checkVisibility() && !(inSheet && popup.matches('[data-sheet]')),
  )
}
