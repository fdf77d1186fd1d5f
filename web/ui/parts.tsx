import { useEffect, useState, type ComponentType } from 'react'

export type Parts = typeof import('./opened/parts.ts').parts

let parts: Parts | undefined
let coming: Promise<Parts> | undefined
let hasFailed = false
let tell: (parts: Parts) => void

/** Told when the parts are here, whoever asked for them. */
export const arrival = new Promise<Parts>((resolve) => (tell = resolve))

/**
 * What menus, pickers and windows are made of once they open. The first page does without it; it is fetched with
 * the first sign of somebody, or when something opens before that.
 */
export function fetchParts(): Promise<Parts> {
  coming ??= import('./opened/parts.ts').then(
    (all) => {
      tell((parts = all.parts))
      return all.parts
    },
    () => {
      hasFailed = true
      return arrival
    },
  )
  return coming
}

/** A browser does not fetch a script again that it could not have; a new page does. For who wants to open something. */
export function renewPage() {
  if (hasFailed && navigator.onLine) window.location.reload()
}

/** The parts, as soon as they are needed and here. */
export function useParts(areNeeded: boolean): Parts | undefined {
  const [, notice] = useState(parts)
  useEffect(() => {
    if (!areNeeded || parts) return
    void fetchParts()
    void arrival.then(notice)
  }, [areNeeded])
  return areNeeded ? parts : undefined
}

/** A piece of what is open, so that the parts are here. */
export function piece<P extends object>(choose: (parts: Parts) => ComponentType<P>) {
  return function Piece(props: P) {
    const Chosen = choose(parts!)
    return <Chosen {...props} />
  }
}

/** A window that is made when it first opens. */
export function opening<P extends { open: boolean }>(choose: (parts: Parts) => ComponentType<P>) {
  return function Opening(props: P) {
    const [isUsed, use] = useState(props.open)
    if (props.open && !isUsed) use(true)
    const all = useParts(isUsed)
    useEffect(() => {
      if (props.open) renewPage()
    }, [props.open])
    if (!all) return null
    const Chosen = choose(all)
    return <Chosen {...props} />
  }
}
