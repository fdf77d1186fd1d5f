import { useState } from 'react'
import type { Activity } from '#contract/records/crm.ts'
import { describeFormError, fieldErrors, useWords } from '#web/app/i18n.ts'
import { useRead } from '#web/app/query.ts'
import { useAccount, useSession } from '#web/app/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextArea, TextField } from '#web/ui/field.tsx'
import { SelectField } from '#web/ui/select.tsx'
import { toInstant, toLocal } from '#web/app/format/zone.ts'
import { DealPicker } from '#web/features/deals/deal-picker.tsx'
import { entityOf, type Kind } from '#web/features/deals/deal.ts'
import { DialogForm } from '#web/ui/form/dialog-form.tsx'
import { useActivityWords } from './words.ts'
import { useChangeActivity, useSchedule } from './activity-actions.ts'
import { quickDueTime, type Quick } from './due-times.ts'
import { TypeField } from './kind-field.tsx'

export type ScheduleAbout = { kind: Kind | 'contact'; id: string; name: string }

export type ScheduleProps = {
  open: boolean
  onClose: () => void
  /** The lead, deal or contact; without it the dialog asks for one. */
  about?: ScheduleAbout | undefined
  /** The activity to edit; without it a new one is scheduled. */
  activity?: Activity | undefined
  /** Initial day, `2026-11-14`, or local time, `2026-11-14T15:00`. */
  day?: string | undefined
}

/** Schedules or edits a call, meeting or task. */
export function ScheduleDialog({ open, onClose, ...props }: ScheduleProps) {
  const words = useActivityWords()
  const title = props.activity ? words.editTitle : words.scheduleTitle
  return (
    <Dialog open={open} onClose={onClose} title={title}>
      <ScheduleForm {...props} onClose={onClose} />
    </Dialog>
  )
}

function ScheduleForm({ about, activity, day, onClose }: Omit<ScheduleProps, 'open'>) {
  const { common } = useWords()
  const words = useActivityWords()
  const { time_zone } = useAccount()
  const { user } = useSession()
  const [picked, setPicked] = useState<ScheduleAbout>()
  const [type, setType] = useState('call')
  const [at, setAt] = useState(() => initialDueTime(activity, day, time_zone))
  const [assignee, setAssignee] = useState(activity?.assignee?.id ?? user.id)
  const [minutes, setMinutes] = useState(durationOf(activity))
  const [body, setBody] = useState(activity?.body ?? '')
  const schedule = useSchedule(onClose)
  const change = useChangeActivity(onClose)
  const error = schedule.error ?? change.error
  const errors = fieldErrors(error)
  const subject = about ?? picked

  const save = () => {
    const due_at = toInstant(at, time_zone)
    const fields = { due_at, body, assigned_to: assignee }
    if (activity) return change.mutate({ activity_id: activity.id, ...fields, duration_minutes: readDuration(minutes) })
    const duration_minutes = readDuration(minutes) ?? undefined
    if (subject) schedule.mutate({ ...recordOf(subject), type, ...fields, duration_minutes })
  }
  const zone = time_zone.split('/').at(-1)!.replaceAll('_', ' ')
  return (
    <DialogForm
      onSubmit={save}
      onCancel={onClose}
      submit={activity ? common.save : words.save}
      busy={schedule.isPending || change.isPending}
      disabled={!at || (!activity && !subject)}
      problem={describeFormError(error)}
    >
      {!about && !activity && (
        <DealPicker
          label={words.find}
          title={words.about}
          onPick={setPicked}
          onPickContact={({ id, name }) => setPicked({ kind: 'contact', id, name })}
        />
      )}
      {!activity && (
        <TypeField
          value={type}
          onChange={(next, usual) => {
            setType(next)
            if (usual !== null) setMinutes(String(usual))
          }}
          error={errors['type']}
        />
      )}
      <TextField
        label={words.due(zone)}
        hint={words.dueHint}
        type="datetime-local"
        value={at}
        onChange={(event) => setAt(event.target.value)}
        error={errors['due_at']}
      />
      <QuickDueTimes onPick={setAt} />
      <Duration value={minutes} onChange={setMinutes} error={errors['duration_minutes']} />
      <TextArea
        rows={3}
        label={words.body}
        optional={common.optional}
        value={body}
        onChange={(event) => setBody(event.target.value)}
        error={errors['body']}
      />
      <Assignee value={assignee} onChange={setAssignee} error={errors['assigned_to']} />
    </DialogForm>
  )
}

const recordOf = ({ kind, id }: ScheduleAbout) => (kind === 'contact' ? { contact_id: id } : entityOf({ kind, id }))

/** Common due times as buttons. */
function QuickDueTimes({ onPick }: { onPick: (local: string) => void }) {
  const { quick: words } = useActivityWords()
  const { time_zone } = useAccount()
  return (
    <div className="-mt-2 flex flex-wrap gap-1.5">
      {(Object.keys(words) as Quick[]).map((quick) => (
        <Button
          key={quick}
          look="outline"
          size="sm"
          onClick={() => onPick(quickDueTime(quick, new Date(), time_zone))}
          className="font-normal"
        >
          {words[quick]}
        </Button>
      ))}
    </div>
  )
}

const UNSAID = 'none'
const durationOf = (activity: Activity | undefined) => String(activity?.duration_minutes ?? UNSAID)
const readDuration = (minutes: string) => (minutes === UNSAID ? null : Number(minutes))
const usualMinutes = [15, 30, 45, 60, 90, 120, 180, 240]

type DurationProps = { value: string; onChange: (minutes: string) => void; error: string | undefined }

function Duration({ value, onChange, error }: DurationProps) {
  const words = useActivityWords()
  const offered =
    value === UNSAID ? usualMinutes : [...new Set([...usualMinutes, Number(value)])].toSorted((a, b) => a - b)
  return (
    <SelectField
      label={words.duration}
      value={value}
      choices={[[UNSAID, words.noDuration], ...offered.map((each) => [String(each), words.minutes(each)] as const)]}
      onChange={onChange}
      error={error}
    />
  )
}

type AssigneeProps = { value: string; onChange: (id: string) => void; error: string | undefined }

function Assignee({ value, onChange, error }: AssigneeProps) {
  const words = useActivityWords()
  const agents = useRead('list_agents', {}).data?.items ?? []
  return (
    <SelectField
      label={words.assignee}
      value={value}
      choices={agents.map(({ id, name }) => [id, name] as const)}
      onChange={onChange}
      error={error}
    />
  )
}

function initialDueTime(activity: Activity | undefined, day: string | undefined, time_zone: string) {
  if (activity?.due_at) return toLocal(activity.due_at, time_zone)
  if (day?.includes('T')) return day
  return day ? `${day}T09:00` : quickDueTime('tomorrow', new Date(), time_zone)
}
