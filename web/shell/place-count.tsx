import { useEffect, useState } from 'react'
import { useRead } from '#web/app/query.ts'
import { useCount } from '#web/features/conversations/use-count.ts'
import { useWords } from '#web/app/i18n.ts'

export type Counted = keyof typeof counts

export const isCounted = (place: string): place is Counted => place in counts

/** Describes the link to the place, so that its name stays as it is. */
export const describedBy = (place: Counted) => `waiting-${place}`

/** The number of things that wait for this person at a place, drawn on its icon. */
export function PlaceCount({ of }: { of: Counted }) {
  const useNumber = counts[of]
  const waiting = useNumber(useQuietMoment())
  const words = useWords()
  if (waiting === 0) return null
  return (
    <>
      <span
        aria-hidden
        data-place-count
        className="absolute top-0.5 left-[calc(50%+0.3rem)] min-w-4 rounded-full bg-accent px-1 text-center text-2xs/4
          font-semibold text-on-accent tabular-nums"
      >
        {waiting > 99 ? '99+' : waiting}
      </span>
      <span id={describedBy(of)} hidden>
        {words.shell.waiting[of](waiting)}
      </span>
    </>
  )
}

const counts = { inbox: useUnread, agenda: useDue }

/** Unread open conversations of this person, and those without an assignee. */
function useUnread(enabled: boolean): number {
  const count = useCount({ status: 'open', unread_only: true }, enabled)
  return count ? count.mine + count.unassigned : 0
}

/** Own activities that are overdue or due today. */
function useDue(enabled: boolean): number {
  return useRead('count_due_activities', {}, { enabled }).data?.due ?? 0
}

/** True once the screen had time to load its own data. */
function useQuietMoment(): boolean {
  const [isQuiet, setQuiet] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(true), 1_500)
    return () => clearTimeout(timer)
  }, [])
  return isQuiet
}
