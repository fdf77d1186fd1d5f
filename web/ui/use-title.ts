import { useEffect } from 'react'

let current = ''
let unread = 0

/** Sets the title of the browser tab. */
export function useTitle(title: string) {
  useEffect(() => {
    current = `${title} · Hilo`
    show()
  }, [title])
}

/** Shows a number before the title, and on the icon of an installed app. */
export function setUnreadInTitle(count: number) {
  unread = count
  show()
  // Browsers without badges lack the methods, and others refuse them outside an installed app.
  void (count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.())?.catch(() => {})
}

function show() {
  if (current) document.title = unread > 0 ? `(${unread > 99 ? '99+' : unread}) ${current}` : current
}
