import { lazy, Suspense, type ComponentProps } from 'react'
import { Skeleton } from '#web/ui/skeleton.tsx'

const Lines = lazy(async () => ({ default: (await import('#web/ui/chart/lines.tsx')).Lines }))
const Columns = lazy(async () => ({ default: (await import('#web/ui/chart/columns.tsx')).Columns }))

// The figures are there before what draws them: it is large, and comes by itself.
export const DrawnLines = (props: ComponentProps<typeof Lines>) => (
  <Suspense fallback={<Skeleton className="size-full rounded-lg!" />}>
    <Lines {...props} />
  </Suspense>
)

export const DrawnColumns = (props: ComponentProps<typeof Columns>) => (
  <Suspense fallback={<Skeleton className="size-full rounded-lg!" />}>
    <Columns {...props} />
  </Suspense>
)
