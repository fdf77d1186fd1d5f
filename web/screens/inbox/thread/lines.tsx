import { useAccount } from '#web/session.ts'
import { useTime } from '#web/time.ts'
import { toLocal } from '#web/zone.ts'
import { useThreadWords } from './words.ts'

/** Where a day begins, by the clocks of the workspace. */
export function DayLine({ at }: { at: string }) {
  const { thread: words } = useThreadWords()
  const { time_zone } = useAccount()
  const time = useTime()
  const day = (moment: number) => toLocal(new Date(moment).toISOString(), time_zone).slice(0, 10)
  const its = toLocal(at, time_zone).slice(0, 10)
  const near = { [day(Date.now())]: words.today, [day(Date.now() - 86_400_000)]: words.yesterday }
  return (
    <li className="flex items-center gap-3 px-4 py-2">
      <span aria-hidden className="h-px flex-1 bg-line" />
      <h3 className="text-xs font-medium text-ink-3 first-letter:uppercase">{near[its] ?? time.date(at)}</h3>
      <span aria-hidden className="h-px flex-1 bg-line" />
    </li>
  )
}

/** From here on nobody had read it. */
export function UnreadLine() {
  const { thread: words } = useThreadWords()
  return (
    <li className="flex items-center gap-3 px-4 py-1.5 text-xs font-semibold text-accent-text">
      <span aria-hidden className="h-px flex-1 bg-current opacity-40" />
      {words.unread}
      <span aria-hidden className="h-px flex-1 bg-current opacity-40" />
    </li>
  )
}
