import { lazy, Suspense, type ComponentType, type ReactNode } from 'react'

/** A component that is fetched when it is first shown, and holds its place until then. */
export function later<P extends object>(fetch: () => Promise<ComponentType<P>>, place: ReactNode = null) {
  const Fetched = lazy(async () => ({ default: await fetch() }))
  return function Later(props: P) {
    return (
      <Suspense fallback={place}>
        <Fetched {...props} />
      </Suspense>
    )
  }
}
