import { lazy, Suspense } from 'react'
import { SlidersHorizontal } from '#web/ui/icons.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Popover } from '#web/ui/popover.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { ContactFilters } from '#web/screens/contacts/contact-filters.ts'
import { useContactsScreenWords } from '#web/screens/contacts/words.ts'

const Conditions = lazy(async () => ({ default: (await import('./conditions.tsx')).Conditions }))

type Props = { filters: ContactFilters; onChange: (filters: ContactFilters) => void }

/** The less common filters, with the number of active ones. */
export function MoreFilters({ filters, onChange }: Props) {
  const { filters: words } = useContactsScreenWords()
  const count = (filters.where?.length ?? 0) + (filters.open ? 1 : 0)
  return (
    <Popover
      label={words.title}
      className="w-[min(34rem,92vw)] max-w-none!"
      trigger={
        <Button
          look="outline"
          icon={<SlidersHorizontal size={14} aria-hidden />}
          className={cx('font-normal', count > 0 && 'bg-accent-soft! text-accent-text!')}
        >
          {words.open}
          {count > 0 && <span className="tabular-nums">{count}</span>}
        </Button>
      }
    >
      <Suspense fallback={<Skeleton className="h-24 w-full rounded-lg!" />}>
        <Conditions filters={filters} onChange={onChange} />
      </Suspense>
    </Popover>
  )
}
