import { useEffect } from 'react'

/** Names the browser tab after what is open. */
export function useTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · Hilo`
  }, [title])
}
