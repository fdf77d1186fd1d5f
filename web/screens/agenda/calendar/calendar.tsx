import { dayOf } from '#contract/periods.ts'
import { dateFormat } from '#web/app/format/intl.ts'
import { describeError, language, useWords } from '#web/app/i18n.ts'
import { toInstant } from '#web/app/format/zone.ts'
import { useAccount } from '#web/app/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useWide } from '#web/ui/use-wide.ts'
import { moveToDay } from '#web/features/activities/due-times.ts'
import { useReschedule } from '#web/features/activities/activity-actions.ts'
import type { AgendaFilters } from '#web/screens/agenda/agenda-filters.ts'
import { visibleDays, type Span } from '#web/screens/agenda/calendar-days.ts'
import { groupByDay } from '#web/screens/agenda/group-activities.ts'
import { useAgendaWords } from '#web/screens/agenda/words.ts'
import { DayCell } from './day-cell.tsx'
import { WeekGrid } from './week-grid.tsx'
import { SmallCalendar } from './small-calendar.tsx'
import { useCalendarActivities } from './use-calendar-activities.ts'

export type CalendarProps = {
  span: Span
  day: string
  filters: AgendaFilters
  onPickDay: (day: string) => void
  /** Plans something on a day, or at a local time. */
  onSchedule: (day_or_time: string) => void
}

/** A week by the hour or a month; dragging an activity reschedules it. */
export function Calendar({ span, day, filters, onPickDay, onSchedule }: CalendarProps) {
  const { common } = useWords()
  const words = useAgendaWords()
  const { time_zone } = useAccount()
  const isWide = useWide(48)
  const days = visibleDays(span, day)
  const { items, error, refetch } = useCalendarActivities(filters, days)
  const activities = groupByDay(items, time_zone)
  const reschedule = useReschedule()
  const today = dayOf(new Date(), time_zone)

  const failure = error && items.length === 0 && (
    <div className="p-4">
      <Notice>
        {words.failed}. {describeError(error)}{' '}
        <Button size="sm" onClick={() => void refetch()}>
          {common.retry}
        </Button>
      </Notice>
    </div>
  )
  if (failure) return failure
  if (!isWide) return <SmallCalendar {...{ span, day, days, today, activities, onPickDay, onSchedule }} />
  if (span === 'week')
    return (
      <WeekGrid
        {...{ days, today, activities, onSchedule }}
        onMove={(activity, local) => void reschedule(activity, toInstant(local, time_zone))}
      />
    )
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <Weekdays days={days.slice(0, 7)} />
      <div className="grid min-h-0 flex-1 auto-rows-[minmax(7rem,1fr)] grid-cols-7 gap-px overflow-y-auto bg-line">
        {days.map((each) => (
          <DayCell
            key={each}
            day={each}
            activities={activities.get(each) ?? []}
            isToday={each === today}
            isOutside={each.slice(0, 7) !== day.slice(0, 7)}
            onSchedule={() => onSchedule(each)}
            onDrop={(activity) => void reschedule(activity, moveToDay(activity.due_at!, each, time_zone))}
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
