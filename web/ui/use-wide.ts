import { useSyncExternalStore } from 'react'

/** Whether the window is at least this wide, in rem. */
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
