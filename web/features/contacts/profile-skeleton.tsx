import { useWords } from '#web/app/i18n.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

export function ProfileSkeleton() {
  const { common } = useWords()
  return (
    <div role="status" aria-label={common.loading} className="px-5 pt-2">
      <div className="flex items-center gap-4">
        <Skeleton className="size-14" />
        <div className="flex-1 space-y-2.5">
          <Skeleton className="h-4 w-44" />
          <Skeleton className="h-3 w-28" />
        </div>
      </div>
      <div className="mt-10 space-y-5">
        {Array.from({ length: 6 }, (_, index) => (
          <div key={index} className="flex gap-6">
            <Skeleton className="h-3 w-20" />
            <Skeleton className="h-3 w-44" />
          </div>
        ))}
      </div>
    </div>
  )
}
