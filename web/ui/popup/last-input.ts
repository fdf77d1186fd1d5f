let isKey = false
if (typeof window !== 'undefined') {
  window.addEventListener('keydown', () => (isKey = true), true)
  window.addEventListener('pointerdown', () => (isKey = false), true)
}

/** Whether the user last pressed a key or a pointer. */
export const lastInput = { isKey: () => isKey }

/**
 * The ref of the input in a popup. Opened by a key, the input gets the focus in the same task, not a frame later: the
 * letters typed next arrive in it. The popup has noted by then where the focus was before.
 */
export function focusAtOnce(input: HTMLInputElement | null) {
  if (input && isKey) queueMicrotask(() => input.focus({ preventScroll: true }))
}
