import { useEffect, useEffectEvent } from 'react'

/** Calls `act` once the value has stopped changing. */
export function useDebounced<T>(value: T, act: (value: T) => void, wait = 220) {
  const settle = useEffectEvent(act)
  useEffect(() => {
    const timer = setTimeout(() => settle(value), wait)
    return () => clearTimeout(timer)
  }, [value, wait])
}
