import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { Plus } from '#web/ui/icons.ts'
import type { Activity } from '#contract/records/crm.ts'
import { useTime } from '#web/app/format/time.ts'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { ActivityRow } from '#web/features/activities/activity-row.tsx'
import { useAgendaWords } from '#web/screens/agenda/words.ts'
import { ActivityChip } from './activity-chip.tsx'

type Props = {
  day: string
  activities: Activity[]
  isToday: boolean
  isOutside: boolean
  onSchedule: () => void
  onDrop: (activity: Activity) => void
}

const MAX_SHOWN = 3

/** A day of the month; activities can be dropped on it. */
export function DayCell({ day, activities, isToday, isOutside, onSchedule, onDrop }: Props) {
  const words = useAgendaWords()
  const time = useTime()
  const name = time.calendarDay(day)
  const { cell, isOver } = useDrop(day, onDrop)
  const visible = activities.slice(0, activities.length > MAX_SHOWN ? MAX_SHOWN - 1 : MAX_SHOWN)
  return (
    <section
      ref={cell}
      aria-label={`${name}, ${words.count(activities.length)}`}
      className={cx(
        'group/day flex min-h-0 min-w-0 flex-col gap-0.5 overflow-hidden p-1',
        isOver ? 'bg-accent-soft' : isOutside ? 'bg-sunken' : 'bg-surface',
      )}
    >
      <div className="flex items-center justify-between">
        <span
          className={cx(
            'grid size-6 place-items-center rounded-full text-xs tabular-nums',
            isToday ? 'bg-accent font-semibold text-on-accent' : isOutside ? 'text-ink-3' : 'text-ink-2',
          )}
        >
          {Number(day.slice(8))}
        </span>
        <IconButton
          size="sm"
          label={words.scheduleOn(name)}
          onClick={onSchedule}
          className="h-6! w-6! opacity-0 group-hover/day:opacity-100 focus-visible:opacity-100"
        >
          <Plus size={14} aria-hidden />
        </IconButton>
      </div>
      <ul className="flex min-h-0 flex-col gap-0.5 overflow-y-auto [scrollbar-width:none]">
        {visible.map((activity) => (
          <ActivityChip key={activity.id} activity={activity} tall={false} />
        ))}
      </ul>
      {visible.length < activities.length && (
        <Popover
          label={name}
          className="max-h-96 w-80 overflow-y-auto"
          trigger={
            <button
              type="button"
              className="h-6 shrink-0 rounded px-1.5 text-left text-xs text-ink-3 hover:bg-hover hover:text-ink"
            >
              {words.more(activities.length - visible.length)}
            </button>
          }
        >
          <p className="mb-1 px-1 text-sm font-semibold">{name}</p>
          <ul className="divide-y divide-line">
            {activities.map((activity) => (
              <ActivityRow key={activity.id} activity={activity} showsDeal />
            ))}
          </ul>
        </Popover>
      )}
    </section>
  )
}

function useDrop(day: string, onDrop: (activity: Activity) => void) {
  const cell = useRef<HTMLElement>(null)
  const [isOver, setOver] = useState(false)
  const drop = useEffectEvent(onDrop)
  useEffect(
    () =>
      dropTargetForElements({
        element: cell.current!,
        getData: () => ({ day }),
        canDrop: ({ source }) => 'activity' in source.data,
        onDragEnter: () => setOver(true),
        onDragLeave: () => setOver(false),
        onDrop: ({ source }) => {
          setOver(false)
          drop(source.data['activity'] as Activity)
        },
      }),
    [day],
  )
  return { cell, isOver }
}
