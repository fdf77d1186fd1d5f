import { useAccount } from '#web/app/session.ts'
import { useTime } from '#web/app/format/time.ts'
import { toLocal } from '#web/app/format/zone.ts'
import { useThreadWords } from './words.ts'

/** The start of a day in the workspace's time zone. */
export function DaySeparator({ at }: { at: string }) {
  const { thread: words } = useThreadWords()
  const { time_zone } = useAccount()
  const time = useTime()
  const day = (moment: number) => toLocal(new Date(moment).toISOString(), time_zone).slice(0, 10)
  const messageDay = toLocal(at, time_zone).slice(0, 10)
  const recentDays = { [day(Date.now())]: words.today, [day(Date.now() - 86_400_000)]: words.yesterday }
  return (
    <li className="flex items-center gap-3 px-4 py-2">
      <span aria-hidden className="h-px flex-1 bg-line" />
      <h3 className="text-xs font-medium text-ink-3 first-letter:uppercase">
        {recentDays[messageDay] ?? time.date(at)}
      </h3>
      <span aria-hidden className="h-px flex-1 bg-line" />
    </li>
  )
}

/** Marks the first unread message. */
export function UnreadSeparator() {
  const { thread: words } = useThreadWords()
  return (
    <li className="flex items-center gap-3 px-4 py-1.5 text-xs font-semibold text-accent-text">
      <span aria-hidden className="h-px flex-1 bg-current opacity-40" />
      {words.unread}
      <span aria-hidden className="h-px flex-1 bg-current opacity-40" />
    </li>
  )
}
