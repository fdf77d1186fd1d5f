import { useRead } from '#web/app/query.ts'
import { SelectField } from '#web/ui/select.tsx'
import { Choose, type ActionProps } from './action-parts.tsx'
import { DurationField } from './duration-field.tsx'
import { useReferences } from './use-references.ts'
import { useAutomationWords } from './words.ts'

export function TeamField({ action, onChange, errors }: ActionProps<'assign_team'>) {
  const { actions: words } = useAutomationWords()
  const { teams } = useReferences()
  return (
    <Choose
      label={words.team}
      value={action.team ?? 'none'}
      choices={[{ id: 'none', name: words.noTeam }, ...teams]}
      onPick={(id) => onChange({ ...action, team: id === 'none' ? null : id })}
      error={errors['team']}
    />
  )
}

export function PriorityField({ action, onChange }: ActionProps<'set_priority'>) {
  const { actions: words } = useAutomationWords()
  return (
    <SelectField
      label={words.priority}
      value={action.priority}
      choices={words.priorities}
      onChange={(priority) => onChange({ ...action, priority })}
    />
  )
}

export function StatusField({ action, onChange }: ActionProps<'set_status'>) {
  const { actions: words } = useAutomationWords()
  return (
    <SelectField
      label={words.status}
      value={action.status}
      choices={words.statuses}
      onChange={(status) => onChange({ ...action, status })}
    />
  )
}

export function SnoozeFields({ action, onChange, errors }: ActionProps<'snooze'>) {
  const { actions: words } = useAutomationWords()
  const { minutes } = action
  return (
    <>
      <SelectField
        label={words.until}
        value={minutes === null ? 'reply' : 'time'}
        choices={{ reply: words.untilReply, time: words.untilTime }}
        onChange={(until) => onChange({ ...action, minutes: until === 'reply' ? null : 60 })}
      />
      {minutes !== null && (
        <DurationField
          label={words.time}
          minutes={minutes}
          onChange={(next) => onChange({ ...action, minutes: next })}
          error={errors['minutes'] && words.needed}
        />
      )}
    </>
  )
}

export function CannedField({ action, onChange, errors }: ActionProps<'send_canned_response'>) {
  const { actions: words } = useAutomationWords()
  const { data } = useRead('list_canned_responses', {})
  const responses = data?.items ?? []
  return (
    <Choose
      label={words.canned_response}
      value={action.canned_response}
      choices={responses.map(({ id, short_code, inbox }) => ({ id, name: `/${short_code}`, hint: inbox.name }))}
      onPick={(id) => onChange({ ...action, canned_response: id })}
      error={errors['canned_response']}
    />
  )
}
