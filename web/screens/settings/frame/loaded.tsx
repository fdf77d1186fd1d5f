import type { ReactNode } from 'react'
import { describeError, useWords } from '#web/app/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { BrokenThread } from '#web/ui/thread-art.tsx'

type Props<T> = {
  /** Undefined while it loads. */
  data: T | undefined
  error: Error | null
  onRetry: () => void
  /** The title shown when loading fails. */
  failed: string
  rows?: number
  children: (data: T) => ReactNode
}

/** Shows data in each of its states: loading, failed, loaded. */
export function Loaded<T>({ data, error, onRetry, failed, rows = 4, children }: Props<T>) {
  const { common } = useWords()
  if (data !== undefined) return children(data)
  if (!error) return <Rows count={rows} label={common.loading} />
  const retry = (
    <Button look="outline" onClick={onRetry}>
      {common.retry}
    </Button>
  )
  return (
    <EmptyState art={<BrokenThread />} title={failed} actions={retry}>
      {describeError(error)}
    </EmptyState>
  )
}

const Rows = ({ count, label }: { count: number; label: string }) => (
  <div role="status" aria-label={label} className="divide-y divide-line">
    {Array.from({ length: count }, (_, index) => (
      <div key={index} className="flex items-center gap-3 py-3.5">
        <Skeleton className="size-8 shrink-0" />
        <div className="flex-1 space-y-2">
          <Skeleton className="h-3 w-44 max-w-full" />
          <Skeleton className="h-2 w-28 max-w-full" />
        </div>
        <Skeleton className="hidden h-3 w-24 @xl:block" />
      </div>
    ))}
  </div>
)
