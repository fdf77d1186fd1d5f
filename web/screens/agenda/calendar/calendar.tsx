import { dayOf } from '#contract/periods.ts'
import { dateFormat } from '#web/formats.ts'
import { explain, language, useWords } from '#web/i18n.ts'
import { useAccount } from '#web/session.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Notice } from '#web/ui/notice.tsx'
import { useWide } from '#web/ui/use-wide.ts'
import { onDay } from '#web/screens/pipeline/deal/activity/moments.ts'
import { useReschedule } from '#web/screens/pipeline/deal/activity/activity-acts.ts'
import type { AgendaFilters } from '#web/screens/agenda/agenda-filters.ts'
import { daysOf, type Span } from '#web/screens/agenda/calendar-days.ts'
import { byDay } from '#web/screens/agenda/grouping.ts'
import { useAgendaWords } from '#web/screens/agenda/words.ts'
import { DayCell } from './day-cell.tsx'
import { SmallCalendar } from './small-calendar.tsx'
import { useSpan } from './use-span.ts'

export type CalendarProps = {
  span: Span
  day: string
  filters: AgendaFilters
  onPickDay: (day: string) => void
  onSchedule: (day: string) => void
}

/** A week or a month, each day with what is to be done; what is dragged to another day moves there. */
export function Calendar({ span, day, filters, onPickDay, onSchedule }: CalendarProps) {
  const { common } = useWords()
  const words = useAgendaWords()
  const { time_zone } = useAccount()
  const isWide = useWide(48)
  const days = daysOf(span, day)
  const { items, error, refetch } = useSpan(filters, days)
  const activities = byDay(items, time_zone)
  const reschedule = useReschedule()
  const today = dayOf(new Date(), time_zone)

  const failure = error && items.length === 0 && (
    <div className="p-4">
      <Notice>
        {words.failed}. {explain(error)}{' '}
        <Button size="sm" onClick={() => void refetch()}>
          {common.retry}
        </Button>
      </Notice>
    </div>
  )
  if (failure) return failure
  if (!isWide) return <SmallCalendar {...{ span, day, days, today, activities, onPickDay, onSchedule }} />
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <Weekdays days={days.slice(0, 7)} />
      <div
        className={cx(
          'grid min-h-0 flex-1 grid-cols-7 gap-px overflow-y-auto bg-line',
          span === 'month' ? 'auto-rows-[minmax(7rem,1fr)]' : 'auto-rows-fr',
        )}
      >
        {days.map((each) => (
          <DayCell
            key={each}
            day={each}
            activities={activities.get(each) ?? []}
            isToday={each === today}
            isOutside={span === 'month' && each.slice(0, 7) !== day.slice(0, 7)}
            most={span === 'month' ? 3 : Infinity}
            onSchedule={() => onSchedule(each)}
            onDrop={(activity) => void reschedule(activity, onDay(activity.due_at!, each, time_zone))}
          />
        ))}
      </div>
    </div>
  )
}

function Weekdays({ days }: { days: string[] }) {
  const locale = language.use() === 'es' ? 'es-419' : 'en-US'
  const format = dateFormat(locale, { weekday: 'short', timeZone: 'UTC' })
  return (
    <div aria-hidden className="grid shrink-0 grid-cols-7 gap-px border-b border-line text-xs text-ink-3">
      {days.map((day) => (
        <span key={day} className="px-2 py-1.5 first-letter:uppercase">
          {format.format(new Date(day))}
        </span>
      ))}
    </div>
  )
}
