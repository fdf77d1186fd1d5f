import { Skeleton } from '#web/ui/skeleton.tsx'

/** The shape of a property on its way. */
export const PropertySkeleton = ({ label }: { label: string }) => (
  <div
    role="status"
    aria-label={label}
    className="mx-auto grid w-full max-w-6xl gap-x-8 px-4 py-5 @4xl:grid-cols-[minmax(0,1fr)_20rem] md:px-6"
  >
    <Skeleton className="aspect-16/10 w-full rounded-xl!" />
    <div className="space-y-4 @max-4xl:order-first @max-4xl:mb-4">
      <Skeleton className="h-6 w-48" />
      <Skeleton className="h-3 w-32" />
      <Skeleton className="h-5 w-24" />
      <div className="space-y-3 pt-6">
        {[0, 1, 2, 3, 4].map((each) => (
          <Skeleton key={each} className="h-3 w-full" />
        ))}
      </div>
    </div>
  </div>
)
