import { useSyncExternalStore } from 'react'

/** Whether the window is at least as wide as this, in rem; follows the window. */
export function useWide(rem: number): boolean {
  const query = window.matchMedia(`(min-width: ${rem}rem)`)
  return useSyncExternalStore(
    (changed) => {
      query.addEventListener('change', changed)
      return () => query.removeEventListener('change', changed)
    },
    () => query.matches,
  )
}
