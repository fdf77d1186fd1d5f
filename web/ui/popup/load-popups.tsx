import { useEffect, useState, type ComponentType } from 'react'
import { useHeldKeys } from '#web/ui/held-keys.ts'

export type Popups = typeof import('./popups.ts').popups

let popups: Popups | undefined
let load: () => Promise<Popups>
let loading: Promise<Popups> | undefined
let hasFailed = false
let resolveLoaded: (popups: Popups) => void

/** Resolves once the popup code has arrived, whatever triggered the download. */
export const popupsLoaded = new Promise<Popups>((resolve) => (resolveLoaded = resolve))

/** Set once by the entry, so that the components below do not import the code they load. */
export function setPopupLoader(loader: () => Promise<Popups>) {
  load = loader
}

/**
 * Loads the code of menus, pickers and dialogs. The first page works without it: it is fetched with the first pointer
 * move or key, or when something opens before that.
 */
export function loadPopups(): Promise<Popups> {
  loading ??= load().then(
    (all) => {
      resolveLoaded((popups = all))
      return all
    },
    () => {
      hasFailed = true
      return popupsLoaded
    },
  )
  return loading
}

/** Reloads the page if the popup code could not be fetched: a browser never retries a failed module import. */
export function reloadIfFailed() {
  if (hasFailed && navigator.onLine) window.location.reload()
}

/** The popup components once they are needed and loaded. */
export function usePopups(areNeeded: boolean): Popups | undefined {
  const [, setLoaded] = useState(popups)
  useEffect(() => {
    if (!areNeeded) return
    void loadPopups()
    void popupsLoaded.then(setLoaded)
  }, [areNeeded])
  return areNeeded ? popups : undefined
}

/** A component used inside an open popup, when the code is certainly loaded. */
export function popupPart<P extends object>(choose: (popups: Popups) => ComponentType<P>) {
  return function PopupPart(props: P) {
    const Component = choose(popups!)
    return <Component {...props} />
  }
}

/** A dialog that mounts when it first opens. */
export function lazyDialog<P extends { open: boolean }>(choose: (popups: Popups) => ComponentType<P>) {
  return function LazyDialog(props: P) {
    const [hasOpened, setHasOpened] = useState(props.open)
    if (props.open && !hasOpened) setHasOpened(true)
    const loaded = usePopups(hasOpened)
    useHeldKeys(props.open)
    useEffect(() => {
      if (props.open) reloadIfFailed()
    }, [props.open])
    if (!loaded) return null
    const Component = choose(loaded)
    return <Component {...props} />
  }
}
