import { useState, type ReactNode } from 'react'
import type { ReportSchedule } from '#contract/records/report-schedule.ts'
import { describeError, useWords } from '#web/app/i18n.ts'
import { useRead } from '#web/app/query.ts'
import { useAccount, useSession } from '#web/app/session.ts'
import { CheckList } from '#web/ui/check-list.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { DialogForm } from '#web/ui/form/dialog-form.tsx'
import { useSave } from '#web/ui/form/use-save.ts'
import { SelectField } from '#web/ui/select.tsx'
import { hourText, nameOfReport, useReportScheduleWords } from './words.ts'

/** The report to send; one that is already scheduled has an id. */
export type ScheduledReport = Pick<ReportSchedule, 'report' | 'period' | 'filters'> & Partial<ReportSchedule>

type Props = {
  open: boolean
  onClose: () => void
  schedule: ScheduledReport
  /** Shown below the fields. */
  children?: ReactNode
}

/** Schedules a report by e-mail, or changes when and to whom it is sent. */
export function ScheduleDialog({ open, onClose, schedule, children }: Props) {
  const words = useReportScheduleWords()
  const name = nameOfReport(schedule.report, words)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={schedule.id ? words.editTitle(name) : words.title(name)}
      description={words.hint}
    >
      <Form schedule={schedule} onClose={onClose}>
        {children}
      </Form>
    </Dialog>
  )
}

function Form({ schedule, onClose, children }: Omit<Props, 'open'>) {
  const { common } = useWords()
  const words = useReportScheduleWords()
  const { user } = useSession()
  const agents = useRead('list_agents', {}).data?.items ?? []
  const [period, setPeriod] = useState(schedule.period)
  const [timing, setTiming] = useState<Timing>({
    every: schedule.every ?? 'week',
    weekday: schedule.weekday ?? 1,
    month_day: schedule.month_day ?? 1,
    hour: schedule.hour ?? 8,
  })
  const [recipients, setRecipients] = useState(() => schedule.recipients?.map(({ id }) => id) ?? [user.id])
  const [isTried, setTried] = useState(false)
  const { save, error, errors, isPending } = useSaveSchedule(schedule, onClose)
  const submit = () => {
    setTried(true)
    if (recipients.length > 0) save({ ...timing, period, recipients })
  }
  const isMissing = isTried && recipients.length === 0
  const problem = isMissing ? words.recipientsMissing : error && (errors['recipients'] ?? describeError(error))
  return (
    <DialogForm
      onSubmit={submit}
      onCancel={onClose}
      submit={schedule.id ? common.save : words.submit}
      busy={isPending}
      problem={problem}
    >
      <SelectField
        label={words.period}
        hint={words.periodHint}
        value={period}
        choices={words.periods}
        onChange={setPeriod}
      />
      <TimingFields value={timing} onChange={setTiming} />
      <CheckList
        label={`${words.recipients} (${recipients.length})`}
        value={recipients}
        choices={agents}
        onChange={setRecipients}
      />
      {children}
    </DialogForm>
  )
}

type Timing = { every: ReportSchedule['every']; weekday: number; month_day: number; hour: number }

function TimingFields({ value, onChange }: { value: Timing; onChange: (timing: Timing) => void }) {
  const words = useReportScheduleWords()
  const { time_zone } = useAccount()
  const { every, weekday, month_day, hour } = value
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        label={words.every}
        value={every}
        choices={words.frequencies}
        onChange={(next) => onChange({ ...value, every: next })}
      />
      {every === 'week' && (
        <SelectField
          label={words.weekday}
          value={String(weekday)}
          choices={words.weekdays.map((name, place) => [String(place + 1), name] as const)}
          onChange={(next) => onChange({ ...value, weekday: Number(next) })}
        />
      )}
      {every === 'month' && (
        <SelectField
          label={words.monthDay}
          hint={month_day > 28 ? words.monthDayHint : undefined}
          value={String(month_day)}
          choices={Array.from({ length: 31 }, (_, day) => [String(day + 1), String(day + 1)] as const)}
          onChange={(next) => onChange({ ...value, month_day: Number(next) })}
        />
      )}
      <SelectField
        label={words.hour}
        hint={words.hourHint(time_zone)}
        value={String(hour)}
        choices={Array.from({ length: 24 }, (_, each) => [String(each), hourText(each)] as const)}
        onChange={(next) => onChange({ ...value, hour: Number(next) })}
      />
    </div>
  )
}

type Fields = Timing & Pick<ReportSchedule, 'period'> & { recipients: string[] }

function useSaveSchedule({ id, report, filters }: ScheduledReport, onClose: () => void) {
  const words = useReportScheduleWords()
  const name = nameOfReport(report, words)
  const options = { invalidates: ['list_report_schedules'], onSaved: onClose } as const
  const create = useSave('create_report_schedule', { ...options, message: () => words.created(name) })
  const update = useSave('update_report_schedule', { ...options, message: () => words.saved(name) })
  const save = ({ weekday, month_day, ...fields }: Fields) => {
    const { every } = fields
    const timed = { ...fields, ...(every === 'week' && { weekday }), ...(every === 'month' && { month_day }) }
    if (id) update.save({ report_schedule_id: id, ...timed })
    else create.save({ report, filters, ...timed })
  }
  return { ...(id ? update : create), save }
}
