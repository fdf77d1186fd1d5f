import { useRef } from 'react'
import type { Activity } from '#contract/records/crm.ts'
import { dateFormat } from '#web/app/format/intl.ts'
import { useTime } from '#web/app/format/time.ts'
import { toLocal } from '#web/app/format/zone.ts'
import { language } from '#web/app/i18n.ts'
import { useAccount } from '#web/app/session.ts'
import { useAgendaWords } from '#web/screens/agenda/words.ts'
import { cx } from '#web/ui/cx.ts'
import { ActivityChip } from './activity-chip.tsx'
import { HourSlot } from './hour-slot.tsx'
import { useDayDrop } from './use-day-drop.ts'
import { useWeekKeys } from './use-week-keys.ts'
import { atHour, HOUR_REM, layOutDay, visibleHours, type Block } from './week-layout.ts'

type Props = {
  days: string[]
  today: string
  activities: Map<string, Activity[]>
  /** Plans something at a local time, `2026-11-14T09:00`. */
  onSchedule: (local: string) => void
  onMove: (activity: Activity, local: string) => void
}

/** The keyboard enters the hours at this one. */
const ENTRY_HOUR = 9

/** A week by the hour. Choosing an hour plans something there; dragging an activity moves it, as do keys. */
export function WeekGrid({ days, today, activities, onSchedule, onMove }: Props) {
  const { time_zone } = useAccount()
  const blocks = days.map((day) => layOutDay(activities.get(day) ?? [], time_zone))
  const { first, last } = visibleHours(blocks)
  const hours = Array.from({ length: last - first }, (_, index) => first + index)
  const grid = useRef<HTMLDivElement>(null)
  // It keeps its minutes: a quarter past stays a quarter past.
  const move = (activity: Activity, day: string, hour: number) =>
    onMove(activity, `${atHour(day, hour)}${toLocal(activity.due_at!, time_zone).slice(13, 16)}`)
  const onKeyDown = useWeekKeys({
    grid,
    days,
    activities,
    onShift: (activity, by) => {
      const local = toLocal(activity.due_at!, time_zone)
      const day = days[days.indexOf(local.slice(0, 10)) + by.days]
      const hour = Number(local.slice(11, 13)) + by.hours
      if (day && hour >= 0 && hour < 24) move(activity, day, hour)
    },
  })
  return (
    <div ref={grid} onKeyDown={onKeyDown} className="min-h-0 flex-1 overflow-y-auto">
      <div className="grid min-w-0 grid-cols-[3.5rem_repeat(7,minmax(0,1fr))]">
        <Hours hours={hours} />
        {days.map((day, index) => (
          <Day
            key={day}
            day={day}
            isToday={day === today}
            hours={hours}
            blocks={blocks[index]!}
            isEntry={days.includes(today) ? day === today : index === 0}
            onSchedule={onSchedule}
            onMove={move}
          />
        ))}
      </div>
    </div>
  )
}

function Hours({ hours }: { hours: number[] }) {
  const locale = language.use() === 'es' ? 'es-419' : 'en-US'
  const format = dateFormat(locale, { hour: 'numeric', timeZone: 'UTC' })
  return (
    <div aria-hidden className="text-right text-2xs text-ink-3">
      <div className="sticky top-0 z-2 h-9 border-b border-line bg-surface" />
      {hours.map((hour) => (
        <div
          key={hour}
          style={{ height: `${HOUR_REM}rem` }}
          className="-translate-y-1.5 pr-2 tabular-nums first:invisible"
        >
          {format.format(new Date(Date.UTC(2026, 0, 1, hour)))}
        </div>
      ))}
    </div>
  )
}

type DayProps = {
  day: string
  isToday: boolean
  hours: number[]
  blocks: Block[]
  isEntry: boolean
  onSchedule: (local: string) => void
  onMove: (activity: Activity, day: string, hour: number) => void
}

function Day({ day, isToday, hours, blocks, isEntry, onSchedule, onMove }: DayProps) {
  const words = useAgendaWords()
  const time = useTime()
  const name = time.calendarDay(day)
  const locale = language.use() === 'es' ? 'es-419' : 'en-US'
  const weekday = dateFormat(locale, { weekday: 'short', timeZone: 'UTC' }).format(new Date(day))
  const { column, over } = useDayDrop({ hours, onDrop: (activity, hour) => onMove(activity, day, hour) })
  const top = (minutes: number) => `${((minutes - hours[0]! * 60) / 60) * HOUR_REM}rem`
  return (
    <section aria-label={`${name}, ${words.count(blocks.length)}`} className="min-w-0 border-l border-line">
      <div
        aria-hidden
        className="sticky top-0 z-2 flex h-9 items-center gap-1.5 border-b border-line bg-surface px-2 text-xs text-ink-3"
      >
        <span className="first-letter:uppercase">{weekday}</span>
        <span
          className={cx(
            'grid size-6 place-items-center rounded-full tabular-nums',
            isToday ? 'bg-accent font-semibold text-on-accent' : 'text-ink-2',
          )}
        >
          {Number(day.slice(8))}
        </span>
      </div>
      <div ref={column} className="relative">
        {hours.map((hour) => (
          <HourSlot
            key={hour}
            {...{ day, hour, onSchedule }}
            isOver={hour === over}
            isEntry={isEntry && hour === ENTRY_HOUR}
          />
        ))}
        {isToday && <Now top={top} hours={hours} />}
        <ul>
          {blocks.map(({ activity, from, to, lane, lanes }) => (
            <ActivityChip
              key={activity.id}
              activity={activity}
              tall={to - from > 45}
              style={{
                position: 'absolute',
                top: top(from),
                height: `calc(${top(to)} - ${top(from)} - 2px)`,
                left: `${(lane / lanes) * 100}%`,
                width: `calc(${100 / lanes}% - 2px)`,
              }}
            />
          ))}
        </ul>
      </div>
    </section>
  )
}

/** A line at the present time. */
function Now({ top, hours }: { top: (minutes: number) => string; hours: number[] }) {
  const { time_zone } = useAccount()
  const local = toLocal(new Date().toISOString(), time_zone)
  const minutes = Number(local.slice(11, 13)) * 60 + Number(local.slice(14, 16))
  const isShown = minutes >= hours[0]! * 60 && minutes < (hours.at(-1)! + 1) * 60
  if (!isShown) return null
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute inset-x-0 z-1 border-t-2 border-danger-text"
      style={{ top: top(minutes) }}
    />
  )
}
