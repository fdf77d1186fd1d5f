import { useEffect, useRef, type CSSProperties } from 'react'
import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import type { Activity } from '#contract/records/crm.ts'
import { useTime } from '#web/app/format/time.ts'
import { cx } from '#web/ui/cx.ts'
import { Popover } from '#web/ui/popover.tsx'
import { ActivityIcon } from '#web/features/activities/activity-icon.tsx'
import { ActivityRow } from '#web/features/activities/activity-row.tsx'
import { activityTitle } from '#web/features/activities/activity-title.ts'
import { useActivityWords } from '#web/features/activities/words.ts'
import type { ActivityDrag } from './use-day-drop.ts'

type Props = { activity: Activity; tall: boolean; style?: CSSProperties }

/** An activity in a calendar day; clicking opens it, dragging moves it. */
export function ActivityChip({ activity, tall, style }: Props) {
  const words = useActivityWords()
  const time = useTime()
  const chip = useRef<HTMLLIElement>(null)
  useEffect(
    () => (activity.done ? undefined : draggable({ element: chip.current!, getInitialData: toDragged(activity) })),
    [activity],
  )
  const { due_at, done, type } = activity
  const isOverdue = !done && due_at !== null && Date.parse(due_at) < Date.now()
  const what = activityTitle(activity, words.types)
  return (
    <li ref={chip} data-activity={activity.id} style={style}>
      <Popover
        label={what}
        className="w-80"
        trigger={
          <button
            type="button"
            title={what}
            aria-keyshortcuts={style && 'Shift+ArrowUp Shift+ArrowDown Shift+ArrowLeft Shift+ArrowRight'}
            className={cx(
              'flex w-full min-w-0 flex-col justify-center rounded px-1.5 text-left text-xs hover:bg-press',
              tall ? 'py-1' : 'h-6',
              style && 'h-full! justify-start overflow-hidden ring-1 ring-surface',
              done && 'text-ink-3 line-through',
              isOverdue ? 'bg-danger-soft text-danger-text' : 'bg-accent-soft text-accent-text',
            )}
          >
            <span className="flex w-full min-w-0 items-center gap-1">
              <ActivityIcon type={type} size={12} />
              {isOverdue && <span className="sr-only">{words.overdue}: </span>}
              <span className="shrink-0 tabular-nums">{due_at && time.clock(due_at)}</span>
              {!tall && <span className="truncate">{what}</span>}
            </span>
            {tall && (
              <>
                <span className="line-clamp-2 font-medium">{what}</span>
                <span className="w-full truncate">{activity.entity.name}</span>
              </>
            )}
          </button>
        }
      >
        <ul>
          <ActivityRow activity={activity} showsDeal />
        </ul>
      </Popover>
    </li>
  )
}

/** The activity, and the distance of the pointer from its upper edge. */
const toDragged =
  (activity: Activity) =>
  ({ input, element }: { input: { clientY: number }; element: HTMLElement }): ActivityDrag => ({
    activity,
    grabbed: input.clientY - element.getBoundingClientRect().top,
  })
