import { lazy, Suspense, type ComponentProps } from 'react'
import { Skeleton } from '#web/ui/skeleton.tsx'

const Lines = lazy(async () => ({ default: (await import('#web/ui/chart/lines.tsx')).Lines }))
const Columns = lazy(async () => ({ default: (await import('#web/ui/chart/columns.tsx')).Columns }))

// The chart library is large, so it loads separately from the figures.
export const LazyLines = (props: ComponentProps<typeof Lines>) => (
  <Suspense fallback={<Skeleton className="size-full rounded-lg!" />}>
    <Lines {...props} />
  </Suspense>
)

export const LazyColumns = (props: ComponentProps<typeof Columns>) => (
  <Suspense fallback={<Skeleton className="size-full rounded-lg!" />}>
    <Columns {...props} />
  </Suspense>
)
