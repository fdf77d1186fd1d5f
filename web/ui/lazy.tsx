import { lazy, Suspense, type ComponentType, type ReactNode } from 'react'

/** Loads a component when it first renders, with a placeholder until then. */
export function lazyComponent<P extends object>(fetch: () => Promise<ComponentType<P>>, place: ReactNode = null) {
  const Fetched = lazy(async () => ({ default: await fetch() }))
  return function Later(props: P) {
    return (
      <Suspense fallback={place}>
        <Fetched {...props} />
      </Suspense>
    )
  }
}
