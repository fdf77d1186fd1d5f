import { useWords } from '#web/app/i18n.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

export function ListSkeleton() {
  const { common } = useWords()
  return (
    <div role="status" aria-label={common.loading}>
      {Array.from({ length: 10 }, (_, index) => (
        <div key={index} className="flex h-14 items-center gap-4 border-b border-line px-4 md:px-5">
          <Skeleton className="size-4 rounded!" />
          <div className="flex-1 space-y-2">
            <Skeleton className="h-3 w-48 max-w-full" />
            <Skeleton className="h-2 w-28 max-w-full" />
          </div>
          <Skeleton className="hidden h-3 w-24 @2xl:block" />
          <Skeleton className="hidden h-3 w-20 @2xl:block" />
        </div>
      ))}
    </div>
  )
}
