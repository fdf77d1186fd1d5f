import { Skeleton } from '#web/ui/skeleton.tsx'
import { gridClass } from './property-sheet.tsx'

export const PropertySkeleton = ({ label }: { label: string }) => (
  <div role="status" aria-label={label} className={gridClass}>
    <div className="h-27 space-y-3 @4xl:col-start-2 @4xl:row-start-1">
      <Skeleton className="h-7 w-48" />
      <Skeleton className="h-3 w-32" />
      <Skeleton className="h-5 w-24" />
    </div>
    <div className="@4xl:col-start-1 @4xl:row-span-2 @4xl:row-start-1">
      <Skeleton className="aspect-16/10 w-full rounded-xl!" />
    </div>
    <div className="space-y-3 py-6 @4xl:col-start-2 @4xl:row-start-2">
      {[0, 1, 2, 3, 4].map((each) => (
        <Skeleton key={each} className="h-3 w-full" />
      ))}
    </div>
  </div>
)
