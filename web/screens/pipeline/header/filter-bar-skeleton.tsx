import { Skeleton } from '#web/ui/skeleton.tsx'

export const FilterBarSkeleton = () => (
  <div aria-hidden className="flex shrink-0 flex-wrap items-center gap-2 border-b border-line px-4 py-2 md:px-5">
    <Skeleton className="h-8 w-full rounded-lg! sm:w-72 pointer-coarse:h-10" />
    <Skeleton className="h-8 w-28 rounded-lg! pointer-coarse:h-10" />
    <Skeleton className="h-8 w-24 rounded-lg! pointer-coarse:h-10" />
    <Skeleton className="h-8 w-24 rounded-lg! pointer-coarse:h-10" />
  </div>
)
