import type { Action } from '#contract/records/automation.ts'
import { useOfferedTypes } from '#web/features/activities/activity-kinds.ts'
import { TextField } from '#web/ui/field.tsx'
import { SelectField } from '#web/ui/select.tsx'
import { Reference, Words, type ActionProps } from './action-parts.tsx'
import { DurationField } from './duration-field.tsx'
import { useAutomationWords } from './words.ts'

export function ActivityFields(props: ActionProps<'schedule_activity'>) {
  const { actions: words } = useAutomationWords()
  const { action, onChange, errors } = props
  const own = useOfferedTypes(action.activity_type)
  return (
    <>
      <div className="grid gap-3 @lg:grid-cols-2">
        <SelectField
          label={words.activity_type}
          value={action.activity_type}
          choices={[...Object.entries(words.activities), ...own.map(({ id, name }) => [id, name] as const)]}
          onChange={(activity_type) => onChange({ ...action, activity_type })}
          error={errors['activity_type']}
        />
        <DurationField
          label={words.in_minutes}
          minutes={action.in_minutes}
          onChange={(in_minutes) => onChange({ ...action, in_minutes })}
          error={errors['in_minutes'] && words.needed}
        />
      </div>
      <Reference {...props} field="assigned_to" list="agents" label={words.assigned_to} open={words.itsOwner} />
      <Words {...props} onChange={(next) => onChange(withoutEmpty(next, 'body'))} field="body" label={words.body} />
    </>
  )
}

/** Empty optional fields are left out. */
function withoutEmpty(action: Action, field: string): Action {
  const { [field]: text, ...rest } = action as unknown as Record<string, unknown>
  return (text === '' ? rest : action) as Action
}

export function EmailFields(props: ActionProps<'send_email'>) {
  const { actions: words } = useAutomationWords()
  const { action, onChange, errors } = props
  return (
    <>
      <TextField
        label={words.to}
        hint={words.toHint}
        value={action.to}
        onChange={(event) => onChange({ ...action, to: event.target.value })}
        error={errors['to']}
      />
      <TextField
        label={words.subject}
        value={action.subject}
        onChange={(event) => onChange({ ...action, subject: event.target.value })}
        error={errors['subject'] && (action.subject.trim() === '' ? words.needed : errors['subject'])}
      />
      <Words {...props} field="body" label={words.emailBody} />
    </>
  )
}

export function WebhookField({ action, onChange, errors }: ActionProps<'send_webhook'>) {
  const { actions: words } = useAutomationWords()
  return (
    <TextField
      label={words.url}
      hint={words.urlHint}
      type="url"
      inputMode="url"
      placeholder="https://"
      value={action.url}
      onChange={(event) => onChange({ ...action, url: event.target.value })}
      error={errors['url'] && (action.url === '' ? words.needed : errors['url'])}
    />
  )
}
