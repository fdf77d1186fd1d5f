import { Link } from '@tanstack/react-router'
import { describeError, useWords } from '#web/app/i18n.ts'
import { useAccount } from '#web/app/session.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { BrokenThread, LooseThread } from '#web/ui/thread-art.tsx'
import { ThreadSkeleton } from './thread/thread-skeleton.tsx'
import { useThreadWords } from './thread/words.ts'

type Failure = { error: Error | null; isGone: boolean; onRetry: () => void }

export function LoadError({ error, isGone, onRetry }: Failure) {
  const { common } = useWords()
  const words = useThreadWords()
  const { id: account_id } = useAccount()
  const back = (
    <Link to="/app/$account_id/conversations" params={{ account_id }} search={true} className={buttonClass('primary')}>
      {words.toList}
    </Link>
  )
  const retry = (
    <Button look="primary" onClick={onRetry}>
      {common.retry}
    </Button>
  )
  return (
    <div className="m-auto">
      <EmptyState
        art={isGone ? <LooseThread /> : <BrokenThread />}
        title={isGone ? words.gone : words.unreadable}
        actions={isGone ? back : retry}
      >
        {isGone ? words.goneHint : describeError(error)}
      </EmptyState>
    </div>
  )
}

/** Placeholders of the same size as the content. */
export const Loading = () => (
  <div className="flex min-w-0 flex-1 flex-col">
    <div className="flex h-14 shrink-0 items-start gap-3 border-b border-line px-4 py-3 sm:h-23">
      <Skeleton className="size-8" />
      <div className="space-y-2 pt-1">
        <Skeleton className="h-3.5 w-40" />
        <Skeleton className="h-3 w-24" />
      </div>
    </div>
    <ThreadSkeleton />
    <div className="px-2 pb-2 sm:px-4 sm:pb-3">
      <Skeleton className="h-23 w-full rounded-xl! sm:h-35" />
    </div>
  </div>
)

export function PanelSkeleton() {
  return (
    <div className="space-y-4 p-5">
      <Skeleton className="size-14" />
      <Skeleton className="h-4 w-40" />
      <Skeleton className="h-3 w-52" />
    </div>
  )
}
