import { lazy, Suspense, useState } from 'react'
import { Link } from '@tanstack/react-router'
import { CalendarClock, CircleCheck, Ellipsis, Pencil } from '#web/ui/icons.ts'
import type { Activity } from '#contract/records/crm.ts'
import { useAccount } from '#web/app/session.ts'
import { useTime } from '#web/app/format/time.ts'
import { Badge } from '#web/ui/badge.tsx'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { KindIcon } from '#web/features/deals/deal-picker.tsx'
import { useActivityWords } from './words.ts'
import { useReschedule } from './activity-actions.ts'
import { ActivityIcon } from './activity-icon.tsx'
import { CompleteButton, ReopenButton } from './complete-button.tsx'
import { postpone } from './due-times.ts'
import { activityTitle } from './activity-title.ts'

const OutcomeDialog = lazy(async () => ({ default: (await import('./outcome-dialog.tsx')).OutcomeDialog }))
const ScheduleDialog = lazy(async () => ({ default: (await import('./schedule-dialog.tsx')).ScheduleDialog }))

type Props = {
  activity: Activity
  /** Links the lead, deal or contact, where the context does not show it. */
  showsDeal?: boolean
}

/** An activity with its due time, assignee and actions. */
export function ActivityRow({ activity, showsDeal }: Props) {
  const words = useActivityWords()
  const time = useTime()
  const { due_at, done, assignee, type } = activity
  const isOverdue = !done && due_at !== null && Date.parse(due_at) < Date.now()
  return (
    <li data-activity={activity.id} className="flex items-start gap-2 px-2 py-2">
      <CompleteButton activity={activity} />
      <div className="min-w-0 flex-1 pt-1">
        <div className="flex items-center gap-1.5">
          <span className="text-ink-3" title={words.types[type as keyof typeof words.types] ?? type}>
            <ActivityIcon type={type} size={14} />
          </span>
          <span className={cx('min-w-0 truncate text-sm font-medium', done && 'text-ink-3 line-through')}>
            {activityTitle(activity, words.types)}
          </span>
        </div>
        {showsDeal && <About activity={activity} />}
        <div className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-0.5 text-xs text-ink-3">
          {due_at && <time dateTime={due_at}>{time.full(due_at)}</time>}
          {activity.duration_minutes !== null && <span>{words.minutes(activity.duration_minutes)}</span>}
          {isOverdue && <Badge tone="bad">{words.overdue}</Badge>}
          {assignee && <span className="truncate">{words.forWhom(assignee.name)}</span>}
        </div>
      </div>
      {done ? <ReopenButton activity={activity} /> : <Actions activity={activity} />}
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
  if (entity_type === 'lead')
    return (
      <Link to="/app/$account_id/leads/$lead_id" params={{ account_id, lead_id: entity_id }} className={className}>
        {inner}
      </Link>
    )
  if (entity_type === 'contact')
    return (
      <Link
        to="/app/$account_id/contacts/$contact_id"
        params={{ account_id, contact_id: entity_id }}
        className={className}
      >
        {inner}
      </Link>
    )
  return (
    <Link
      to="/app/$account_id/opportunities/$opportunity_id"
      params={{ account_id, opportunity_id: entity_id }}
      className={className}
    >
      {inner}
    </Link>
  )
}

function Actions({ activity }: { activity: Activity }) {
  const words = useActivityWords()
  const { time_zone } = useAccount()
  const [isEditing, edit] = useState<boolean>()
  const [isCompleting, complete] = useState<boolean>()
  const reschedule = useReschedule()
  const later = (days: number) =>
    void reschedule(activity, postpone(activity.due_at ?? new Date().toISOString(), days, new Date(), time_zone))
  const what = activityTitle(activity, words.types)
  return (
    <>
      <Menu
        trigger={
          <IconButton size="sm" label={words.edit(what)}>
            <Ellipsis size={15} aria-hidden />
          </IconButton>
        }
      >
        <MenuItem icon={<CircleCheck size={15} aria-hidden />} onSelect={() => complete(true)}>
          {words.completeWithOutcome}
        </MenuItem>
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
      {isCompleting !== undefined && (
        <Suspense>
          <OutcomeDialog open={isCompleting} onClose={() => complete(false)} activity={activity} />
        </Suspense>
      )}
      {isEditing !== undefined && (
        <Suspense>
          <ScheduleDialog open={isEditing} onClose={() => edit(false)} activity={activity} />
        </Suspense>
      )}
    </>
  )
}
