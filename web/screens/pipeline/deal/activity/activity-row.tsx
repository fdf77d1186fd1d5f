import { lazy, Suspense, useState } from 'react'
import { Link } from '@tanstack/react-router'
import { CalendarClock, Ellipsis, Pencil } from 'lucide-react'
import type { Activity } from '#contract/records/crm.ts'
import { useAccount } from '#web/session.ts'
import { useTime } from '#web/time.ts'
import { Badge } from '#web/ui/badge.tsx'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { KindIcon } from '#web/screens/pipeline/deal/deal-picker.tsx'
import { useDealWords } from '#web/screens/pipeline/deal/words.ts'
import { useReschedule } from './activity-acts.ts'
import { ActivityIcon } from './activity-icon.tsx'
import { CompleteButton } from './complete-button.tsx'
import { postponed } from './moments.ts'
import { whatOf } from './what-of.ts'

const ScheduleDialog = lazy(async () => ({ default: (await import('./schedule-dialog.tsx')).ScheduleDialog }))

type Props = {
  activity: Activity
  /** Say what it is about, where that is not plain. */
  isElsewhere?: boolean
}

/** Something to be done: what, when, by whom; done with a press, moved with two. */
export function ActivityRow({ activity, isElsewhere }: Props) {
  const { activities: words } = useDealWords()
  const time = useTime()
  const { due_at, done, assignee, type } = activity
  const isOverdue = !done && due_at !== null && Date.parse(due_at) < Date.now()
  return (
    <li data-activity={activity.id} className="flex items-start gap-2 px-2 py-2">
      <CompleteButton activity={activity} />
      <div className="min-w-0 flex-1 pt-1">
        <div className="flex items-center gap-1.5">
          <span className="text-ink-3" title={words.types[type as keyof typeof words.types]}>
            <ActivityIcon type={type} size={14} />
          </span>
          <span className={cx('min-w-0 truncate text-sm font-medium', done && 'text-ink-3 line-through')}>
            {whatOf(activity, words.types)}
          </span>
        </div>
        {isElsewhere && <About activity={activity} />}
        <div className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-0.5 text-xs text-ink-3">
          {due_at && <time dateTime={due_at}>{time.full(due_at)}</time>}
          {isOverdue && <Badge tone="bad">{words.overdue}</Badge>}
          {assignee && <span className="truncate">{words.forWhom(assignee.name)}</span>}
        </div>
      </div>
      {!done && <Acts activity={activity} />}
    </li>
  )
}

function About({ activity: { entity_type, entity_id, entity } }: { activity: Activity }) {
  const { id: account_id } = useAccount()
  const className = 'mt-0.5 flex w-fit max-w-full items-center gap-1.5 text-sm text-accent-text hover:underline'
  const inner = (
    <>
      <KindIcon kind={entity_type} size={13} />
      <span className="truncate">{entity.name}</span>
    </>
  )
  return entity_type === 'lead' ? (
    <Link to="/app/$account_id/leads/$lead_id" params={{ account_id, lead_id: entity_id }} className={className}>
      {inner}
    </Link>
  ) : (
    <Link
      to="/app/$account_id/opportunities/$opportunity_id"
      params={{ account_id, opportunity_id: entity_id }}
      className={className}
    >
      {inner}
    </Link>
  )
}

function Acts({ activity }: { activity: Activity }) {
  const { activities: words } = useDealWords()
  const { time_zone } = useAccount()
  const [isEditing, edit] = useState<boolean>()
  const reschedule = useReschedule()
  const later = (days: number) =>
    void reschedule(activity, postponed(activity.due_at ?? new Date().toISOString(), days, new Date(), time_zone))
  const what = whatOf(activity, words.types)
  return (
    <>
      <Menu
        trigger={
          <IconButton size="sm" label={words.edit(what)}>
            <Ellipsis size={15} aria-hidden />
          </IconButton>
        }
      >
        <MenuItem icon={<CalendarClock size={15} aria-hidden />} onSelect={() => later(1)}>
          {words.toTomorrow}
        </MenuItem>
        <MenuItem icon={<CalendarClock size={15} aria-hidden />} onSelect={() => later(7)}>
          {words.toNextWeek}
        </MenuItem>
        <MenuItem icon={<Pencil size={15} aria-hidden />} onSelect={() => edit(true)}>
          {words.editTitle}
        </MenuItem>
      </Menu>
      {isEditing !== undefined && (
        <Suspense>
          <ScheduleDialog open={isEditing} onClose={() => edit(false)} activity={activity} />
        </Suspense>
      )}
    </>
  )
}
