import { cx } from './cx.ts'

/** A placeholder for text that is loading. */
export const Skeleton = ({ className = 'h-3 w-24' }: { className?: string }) => (
  <span aria-hidden className={cx('block animate-pulse rounded-full bg-press', className)} />
)
