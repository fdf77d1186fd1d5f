import { useState } from 'react'
import { Link } from '@tanstack/react-router'
import { Pause, Play, Send } from '#web/ui/icons.ts'
import type { ReportSchedule } from '#contract/records/report-schedule.ts'
import { useTime } from '#web/app/format/time.ts'
import { useAct, useRead } from '#web/app/query.ts'
import { useAccount } from '#web/app/session.ts'
import { ScheduleDialog } from '#web/features/report-schedules/schedule-dialog.tsx'
import { describeTiming, nameOfReport, useReportScheduleWords } from '#web/features/report-schedules/words.ts'
import { Loaded } from '#web/screens/settings/frame/loaded.tsx'
import { Section } from '#web/screens/settings/frame/section.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { DeleteDialog } from '#web/ui/form/delete-dialog.tsx'
import { MenuItem } from '#web/ui/menu.tsx'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { Spool } from '#web/ui/thread-art.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useLast } from '#web/ui/use-last.ts'
import { useScheduleListWords } from './words.ts'

/** Reports sent by e-mail: their times, recipients, and the next and last delivery. */
export function ReportSchedules() {
  const words = useScheduleListWords()
  const reportWords = useReportScheduleWords()
  const { data, error, refetch } = useRead('list_report_schedules', {})
  const [edited, edit] = useState<ReportSchedule>()
  const [deleted, remove] = useState<ReportSchedule>()
  const last = useLast(edited)
  return (
    <Section narrow title={words.title} hint={words.hint}>
      <Loaded data={data} error={error} onRetry={refetch} failed={words.failed}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty />
          ) : (
            <ul aria-label={words.list} className="divide-y divide-line rounded-xl ring-1 ring-line">
              {items.map((schedule) => (
                <Row key={schedule.id} schedule={schedule} onEdit={edit} onDelete={remove} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {last && (
        <ScheduleDialog key={last.id} open={edited !== undefined} onClose={() => edit(undefined)} schedule={last} />
      )}
      <DeleteDialog
        record={deleted}
        nameOf={({ report }) => nameOfReport(report, reportWords)}
        onClose={() => remove(undefined)}
        operation="delete_report_schedule"
        input={({ id }) => ({ report_schedule_id: id })}
        invalidates={['list_report_schedules']}
        words={words}
      >
        {words.deleteWarning}
      </DeleteDialog>
    </Section>
  )
}

function Empty() {
  const words = useScheduleListWords()
  const { id: account_id } = useAccount()
  const open = (
    <Link to="/app/$account_id/reports" params={{ account_id }} className={buttonClass('primary')}>
      {words.reports}
    </Link>
  )
  return (
    <EmptyState art={<Spool />} title={words.empty} actions={open}>
      {words.emptyHint}
    </EmptyState>
  )
}

type RowProps = {
  schedule: ReportSchedule
  onEdit: (schedule: ReportSchedule) => void
  onDelete: (schedule: ReportSchedule) => void
}

function Row({ schedule, onEdit, onDelete }: RowProps) {
  const words = useScheduleListWords()
  const reportWords = useReportScheduleWords()
  const time = useTime()
  const { report, period, recipients, active, next_at, last_at, error, can_change, created_by } = schedule
  const name = nameOfReport(report, reportWords)
  const actions = useActions(schedule, name)
  const people = recipients.map((each) => each.name).join(', ')
  return (
    <li className="relative flex items-start gap-2 py-3 pr-2 pl-4 first:rounded-t-xl last:rounded-b-xl">
      <div className="min-w-0 flex-1 space-y-0.5 text-sm text-ink-2">
        <h2 className="flex flex-wrap items-center gap-2 text-base font-medium text-ink">
          {`${name} · ${reportWords.periods[period]}`}
          {!next_at && <Badge>{words.paused}</Badge>}
        </h2>
        <p>{describeTiming(schedule, reportWords)}</p>
        <p className="wrap-anywhere">{people ? words.to(people) : words.nobody}</p>
        <p className="text-ink-3">
          {[
            ...(next_at ? [words.next(time.full(next_at))] : []),
            last_at ? words.last(time.full(last_at)) : words.never,
            words.by(created_by.name),
          ].join(' · ')}
        </p>
        {error && <p className="text-danger-text">{words.error(error)}</p>}
      </div>
      {can_change && (
        <RowMenu name={name} onEdit={() => onEdit(schedule)} onDelete={() => onDelete(schedule)}>
          <MenuItem icon={<Send size={16} aria-hidden />} onSelect={actions.send}>
            {words.send}
          </MenuItem>
          <MenuItem
            icon={active ? <Pause size={16} aria-hidden /> : <Play size={16} aria-hidden />}
            onSelect={actions.toggle}
          >
            {active ? words.pause : words.resume}
          </MenuItem>
        </RowMenu>
      )}
    </li>
  )
}

function useActions({ id, active }: ReportSchedule, name: string) {
  const words = useScheduleListWords()
  const invalidates = ['list_report_schedules'] as const
  const update = useAct('update_report_schedule', {
    invalidates,
    onSuccess: (saved) => toast.good(saved.active ? words.resumedToast(name) : words.pausedToast(name)),
  })
  const send = useAct('send_report_schedule', { invalidates, onSuccess: () => toast.good(words.sent(name)) })
  return {
    toggle: () => update.mutate({ report_schedule_id: id, active: !active }),
    send: () => send.mutate({ report_schedule_id: id }),
  }
}
