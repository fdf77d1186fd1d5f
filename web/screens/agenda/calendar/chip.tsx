import { useEffect, useRef } from 'react'
import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import type { Activity } from '#contract/records/crm.ts'
import { useTime } from '#web/time.ts'
import { cx } from '#web/ui/cx.ts'
import { Popover } from '#web/ui/popover.tsx'
import { ActivityIcon } from '#web/screens/pipeline/deal/activity/activity-icon.tsx'
import { ActivityRow } from '#web/screens/pipeline/deal/activity/activity-row.tsx'
import { whatOf } from '#web/screens/pipeline/deal/activity/what-of.ts'
import { useDealWords } from '#web/screens/pipeline/deal/words.ts'

/** An activity in a day: pressed it opens, dragged it moves. */
export function Chip({ activity, tall }: { activity: Activity; tall: boolean }) {
  const { activities: words } = useDealWords()
  const time = useTime()
  const chip = useRef<HTMLLIElement>(null)
  useEffect(
    () => (activity.done ? undefined : draggable({ element: chip.current!, getInitialData: () => ({ activity }) })),
    [activity],
  )
  const { due_at, done, type } = activity
  const isOverdue = !done && due_at !== null && Date.parse(due_at) < Date.now()
  const what = whatOf(activity, words.types)
  return (
    <li ref={chip} data-activity={activity.id}>
      <Popover
        label={what}
        className="w-80"
        trigger={
          <button
            type="button"
            title={what}
            className={cx(
              'flex w-full min-w-0 flex-col justify-center rounded px-1.5 text-left text-xs hover:bg-press',
              tall ? 'py-1' : 'h-6',
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
          <ActivityRow activity={activity} isElsewhere />
        </ul>
      </Popover>
    </li>
  )
}
