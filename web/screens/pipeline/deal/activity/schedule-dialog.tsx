import { useState } from 'react'
import type { Activity } from '#contract/records/crm.ts'
import { explain, fieldErrors, useWords } from '#web/i18n.ts'
import { useRead } from '#web/query.ts'
import { useAccount, useSession } from '#web/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { TextArea, TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { SelectField } from '#web/ui/select.tsx'
import { toInstant, toLocal } from '#web/zone.ts'
import { DealPicker, type Found } from '#web/screens/pipeline/deal/deal-picker.tsx'
import { entityOf, type Kind } from '#web/screens/pipeline/deal/deal.ts'
import { useDealWords } from '#web/screens/pipeline/deal/words.ts'
import { ActivityIcon } from './activity-icon.tsx'
import { useChangeActivity, useSchedule } from './activity-acts.ts'
import { quickMoment, type Quick } from './moments.ts'

export type ScheduleProps = {
  open: boolean
  onClose: () => void
  /** What it is about; asked for where it is not known. */
  about?: { kind: Kind; id: string; name: string } | undefined
  /** The one to change, instead of a new one. */
  activity?: Activity | undefined
  /** The day it is for, `2026-11-14`. */
  day?: string | undefined
}

/** Plans a call, a meeting or a task, or changes one. */
export function ScheduleDialog({ open, onClose, ...props }: ScheduleProps) {
  const { common } = useWords()
  const { activities: words } = useDealWords()
  const title = props.activity ? words.editTitle : words.scheduleTitle
  return (
    <Dialog open={open} onClose={onClose} title={title} closeLabel={common.close}>
      <ScheduleForm {...props} onClose={onClose} />
    </Dialog>
  )
}

type Planned = 'call' | 'meeting' | 'task'

function ScheduleForm({ about, activity, day, onClose }: Omit<ScheduleProps, 'open'>) {
  const { common } = useWords()
  const { activities: words } = useDealWords()
  const { time_zone } = useAccount()
  const { user } = useSession()
  const [found, setFound] = useState<Found>()
  const [type, setType] = useState<Planned>((activity?.type as Planned | undefined) ?? 'call')
  const [at, setAt] = useState(() => beginning(activity, day, time_zone))
  const [assignee, setAssignee] = useState(activity?.assignee?.id ?? user.id)
  const [body, setBody] = useState(activity?.body ?? '')
  const schedule = useSchedule(onClose)
  const change = useChangeActivity(onClose)
  const error = schedule.error ?? change.error
  const errors = fieldErrors(error)
  const subject = about ?? found

  const save = () => {
    const due_at = toInstant(at, time_zone)
    if (activity) return change.mutate({ activity_id: activity.id, due_at, body, assigned_to: assignee })
    if (subject) schedule.mutate({ ...entityOf(subject), type, due_at, body, assigned_to: assignee })
  }
  const zone = time_zone.split('/').at(-1)!.replaceAll('_', ' ')
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
      className="flex min-h-0 flex-1 flex-col"
    >
      <DialogBody>
        <div className="grid gap-4">
          {error && Object.keys(errors).length === 0 && <Notice>{explain(error)}</Notice>}
          {!about && !activity && <DealPicker label={words.find} title={words.about} onPick={setFound} />}
          {!activity && (
            <div>
              <Segmented<Planned>
                label={words.type}
                value={type}
                onChange={setType}
                choices={{ call: <Type type="call" />, meeting: <Type type="meeting" />, task: <Type type="task" /> }}
              />
            </div>
          )}
          <TextField
            label={words.due(zone)}
            hint={words.dueHint}
            type="datetime-local"
            value={at}
            onChange={(event) => setAt(event.target.value)}
            error={errors['due_at']}
          />
          <QuickMoments onPick={setAt} />
          <TextArea
            rows={3}
            label={words.body}
            optional={common.optional}
            value={body}
            onChange={(event) => setBody(event.target.value)}
            error={errors['body']}
          />
          <Assignee value={assignee} onChange={setAssignee} error={errors['assigned_to']} />
        </div>
      </DialogBody>
      <DialogFooter>
        <Button look="outline" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button
          look="primary"
          type="submit"
          disabled={!at || (!activity && !subject)}
          busy={schedule.isPending || change.isPending}
        >
          {activity ? common.save : words.save}
        </Button>
      </DialogFooter>
    </form>
  )
}

/** Moments often wanted, each with one press. */
function QuickMoments({ onPick }: { onPick: (local: string) => void }) {
  const { quick: words } = useDealWords().activities
  const { time_zone } = useAccount()
  return (
    <div className="-mt-2 flex flex-wrap gap-1.5">
      {(Object.keys(words) as Quick[]).map((quick) => (
        <Button
          key={quick}
          look="outline"
          size="sm"
          onClick={() => onPick(quickMoment(quick, new Date(), time_zone))}
          className="font-normal"
        >
          {words[quick]}
        </Button>
      ))}
    </div>
  )
}

type AssigneeProps = { value: string; onChange: (id: string) => void; error: string | undefined }

function Assignee({ value, onChange, error }: AssigneeProps) {
  const { activities: words } = useDealWords()
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

function Type({ type }: { type: Planned }) {
  const { activities: words } = useDealWords()
  return (
    <>
      <ActivityIcon type={type} />
      {words.types[type]}
    </>
  )
}

function beginning(activity: Activity | undefined, day: string | undefined, time_zone: string) {
  if (activity?.due_at) return toLocal(activity.due_at, time_zone)
  return day ? `${day}T09:00` : quickMoment('tomorrow', new Date(), time_zone)
}
