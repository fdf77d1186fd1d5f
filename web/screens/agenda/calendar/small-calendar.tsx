import { Plus } from '#web/ui/icons.ts'
import type { Activity } from '#contract/records/crm.ts'
import { useTime } from '#web/app/format/time.ts'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ActivityRow } from '#web/features/activities/activity-row.tsx'
import type { Span } from '#web/screens/agenda/calendar-days.ts'
import { useAgendaWords } from '#web/screens/agenda/words.ts'

type Props = {
  span: Span
  day: string
  days: string[]
  today: string
  activities: Map<string, Activity[]>
  onPickDay: (day: string) => void
  onSchedule: (day: string) => void
}

/** Calendar for small screens: days with counts above, the selected day below. */
export function SmallCalendar({ span, day, days, today, activities, onPickDay, onSchedule }: Props) {
  const words = useAgendaWords()
  const time = useTime()
  const selected = activities.get(day) ?? []
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="grid grid-cols-7 gap-1 border-b border-line p-2">
        {days.map((each) => {
          const count = activities.get(each)?.length ?? 0
          return (
            <button
              key={each}
              type="button"
              aria-pressed={each === day}
              onClick={() => onPickDay(each)}
              className={cx(
                'flex h-11 flex-col items-center justify-center rounded-lg text-sm tabular-nums',
                each === day ? 'bg-accent text-on-accent' : 'hover:bg-hover',
                each !== day && each === today && 'font-semibold text-accent-text',
                each !== day && span === 'month' && each.slice(0, 7) !== day.slice(0, 7) && 'text-ink-3',
              )}
            >
              <span className="sr-only">{`${time.calendarDay(each)}, ${words.count(count)}`}</span>
              <span aria-hidden>{Number(each.slice(8))}</span>
              <span aria-hidden className="text-2xs leading-3">
                {count > 0 ? count : '\u00a0'}
              </span>
            </button>
          )
        })}
      </div>
      <section className="px-4 py-3">
        <div className="mb-1.5 flex items-center justify-between">
          <h2 className="text-sm font-semibold">{time.calendarDay(day)}</h2>
          <IconButton label={words.scheduleOn(time.calendarDay(day))} onClick={() => onSchedule(day)}>
            <Plus size={16} aria-hidden />
          </IconButton>
        </div>
        {selected.length === 0 ? (
          <p className="text-sm text-ink-3">{words.emptyDay}</p>
        ) : (
          <ul className="divide-y divide-line rounded-xl ring-1 ring-line ring-inset">
            {selected.map((activity) => (
              <ActivityRow key={activity.id} activity={activity} showsDeal />
            ))}
          </ul>
        )}
      </section>
    </div>
  )
}
