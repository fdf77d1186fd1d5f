import { useWords } from '#web/app/i18n.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import './board.css'

/** Placeholder while the board loads. */
export function BoardSkeleton({ columns = 5 }: { columns?: number }) {
  const { common } = useWords()
  return (
    <div role="status" aria-label={common.loading} className="board">
      {Array.from({ length: columns }, (_, index) => (
        <div key={index} className="board-column">
          <div className="shrink-0 px-3 pt-2.5 pb-2">
            <div className="flex h-6 items-center gap-2">
              <Skeleton className="size-2.5" />
              <Skeleton className="h-3 w-28" />
            </div>
            <Skeleton className="h-2.5 w-20" />
          </div>
          <div className="board-cards">
            <CardSkeletons count={4 - (index % 3)} />
          </div>
        </div>
      ))}
    </div>
  )
}

export const CardSkeletons = ({ count = 3 }: { count?: number }) => (
  <div aria-hidden className="flex flex-col gap-2">
    {Array.from({ length: count }, (_, index) => (
      <div key={index} className="board-card h-30.5">
        <Skeleton className="mt-1 h-3 w-40 max-w-full" />
        <Skeleton className="mt-2.5 h-2.5 w-24" />
        <Skeleton className="mt-3 h-3 w-16" />
        <div className="mt-2.5 flex items-end">
          <Skeleton className="h-2.5 w-14" />
          <Skeleton className="ml-auto size-7" />
        </div>
      </div>
    ))}
  </div>
)
