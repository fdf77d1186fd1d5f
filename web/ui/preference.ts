import { useSyncExternalStore } from 'react'

/** A preference stored in this browser. */
export function preference<T extends string>(key: string, choices: readonly T[], fallback: () => T) {
  const listeners = new Set<() => void>()
  let chosen = read()

  function read() {
    const stored = storage((store) => store.getItem(key))
    return choices.find((choice) => choice === stored)
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

/** Text stored in this browser under a key that is known later, such as one of a person; null if there is none. */
export function storedText(key: string) {
  const known = texts.get(key)
  if (known) return known
  const listeners = new Set<() => void>()
  let text = storage((store) => store.getItem(key))
  const set = (next: string | null) => {
    text = next
    storage((store) => (next === null ? store.removeItem(key) : store.setItem(key, next)))
    listeners.forEach((listener) => listener())
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const made = { set, subscribe, get: () => text }
  texts.set(key, made)
  return made
}

type StoredText = {
  set: (next: string | null) => void
  subscribe: (listener: () => void) => () => void
  get: () => string | null
}
const texts = new Map<string, StoredText>()

/** Storage may be blocked (private windows, policies); the preference then lasts as long as the page. */
function storage<T>(use: (store: Storage) => T) {
  try {
    return use(localStorage)
  } catch {
    return null
  }
}
