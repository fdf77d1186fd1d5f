import { useSyncExternalStore } from 'react'

/** A choice of this person in this browser, kept between visits. */
export function preference<T extends string>(key: string, choices: readonly T[], fallback: () => T) {
  const listeners = new Set<() => void>()
  let chosen = read()

  function read() {
    const kept = storage((store) => store.getItem(key))
    return choices.find((choice) => choice === kept)
  }

  const get = () => chosen ?? fallback()
  const set = (value: T) => {
    chosen = value
    storage((store) => store.setItem(key, value))
    refresh()
  }
  const refresh = () => listeners.forEach((listener) => listener())
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const use = () => useSyncExternalStore(subscribe, get)

  return { get, set, refresh, subscribe, use }
}

/** Storage may be forbidden (private windows, policies); the choice then lasts as long as the page. */
function storage<T>(use: (store: Storage) => T) {
  try {
    return use(localStorage)
  } catch {
    return null
  }
}
