import { useWords } from '#web/app/i18n.ts'
import { cx } from '#web/ui/cx.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

const lines = ['w-56', 'w-40', 'w-72', 'w-48', 'w-64', 'w-32']

export function ThreadSkeleton() {
  const { common } = useWords()
  return (
    <div role="status" aria-label={common.loading} className="flex min-h-0 flex-1 flex-col justify-end gap-5 p-4">
      {lines.map((width, index) => (
        <Skeleton
          key={width}
          className={cx('h-10 max-w-full rounded-2xl!', width, (index === 2 || index === 5) && 'self-end')}
        />
      ))}
    </div>
  )
}
