import { Skeleton } from '#web/ui/skeleton.tsx'

export const DealSkeleton = ({ label }: { label: string }) => (
  <div role="status" aria-label={label}>
    <div className="border-b border-line px-4 pt-4 pb-4 md:px-5">
      <Skeleton className="my-2 h-5 w-64 max-w-full" />
      <Skeleton className="mt-4 mb-4 h-3 w-48" />
      <Skeleton className="h-10 w-full rounded-lg!" />
    </div>
    <div className="grid px-4 @2xl:grid-cols-[minmax(0,1fr)_17rem] @2xl:gap-x-6 md:px-5">
      <div className="space-y-5 py-5 @2xl:order-last @2xl:border-l @2xl:border-line @2xl:pl-5">
        {[120, 160, 104, 140, 128].map((width) => (
          <div key={width} className="space-y-2">
            <Skeleton className="h-2 w-16" />
            <Skeleton className="h-3 w-36" />
          </div>
        ))}
      </div>
      <div className="space-y-6 py-5">
        <Skeleton className="h-3 w-24" />
        <Skeleton className="h-14 w-full rounded-xl!" />
        <Skeleton className="h-3 w-24" />
        <Skeleton className="h-14 w-full rounded-xl!" />
        <Skeleton className="h-3 w-24" />
        <Skeleton className="h-20 w-full rounded-xl!" />
      </div>
    </div>
  </div>
)
