import { useLayoutEffect } from 'react'
import { openPopups } from './hotkeys.ts'
import { lastInput } from './popup/last-input.ts'

/** After this time the popup will not take the focus any more, and keys act on the screen again. */
const LIMIT_MS = 5_000

/**
 * Holds the keys pressed between the key that opened a popup and the popup's focus, then passes them to it. Its code may
 * still be loading, and on the screen behind it letters are shortcuts.
 */
export function useHeldKeys(isOpen: boolean) {
  useLayoutEffect(() => (isOpen && lastInput.isKey() ? holdKeys() : undefined), [isOpen])
}

function holdKeys(): () => void {
  const held: KeyboardEvent[] = []
  const origin = popupOf(document.activeElement)
  let isPassing = false

  const hold = (event: KeyboardEvent) => {
    if (!event.isTrusted || !canBePassed(event)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    held.push(event)
  }
  const pass = async ({ target }: FocusEvent) => {
    const popup = popupOf(target)
    // A menu takes the focus before its first item does.
    if (isPassing || !popup || popup === origin || (popup === target && popup.role === 'menu')) return
    isPassing = true
    while (held.length > 0) {
      await nextFrame()
      do press(held.shift()!)
      while (held[0] && isText(held[0]))
    }
    release()
  }
  const release = () => {
    clearTimeout(limit)
    window.removeEventListener('keydown', hold, true)
    window.removeEventListener('focusin', pass)
  }
  const limit = setTimeout(release, LIMIT_MS)
  window.addEventListener('keydown', hold, true)
  window.addEventListener('focusin', pass)
  return () => !isPassing && release()
}

const popupOf = (target: EventTarget | null) => (target instanceof Element ? target.closest(openPopups) : null)

const isText = ({ key }: KeyboardEvent) => key.length === 1
const isShortcutOfBrowser = ({ ctrlKey, metaKey, altKey }: KeyboardEvent) => ctrlKey || metaKey || altKey
const canBePassed = (event: KeyboardEvent) =>
  (isText(event) || /^(Enter|Escape|Backspace|Arrow(Up|Down))$/.test(event.key)) && !isShortcutOfBrowser(event)

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))

/** Does in the focused element as the key would have done. */
function press(event: KeyboardEvent) {
  const target = document.activeElement ?? document.body
  const { key, code, shiftKey } = event
  const again = new KeyboardEvent('keydown', { key, code, shiftKey, bubbles: true, cancelable: true })
  if (!target.dispatchEvent(again) || !(target instanceof HTMLInputElement)) return
  if (isText(event)) document.execCommand('insertText', false, key)
  if (key === 'Backspace') document.execCommand('delete')
}
