import type { Action, SubjectType } from '#contract/records/automation.ts'
import { VariableArea } from '#web/parts/variable-area.tsx'
import { useRead } from '#web/query.ts'
import { TextField } from '#web/ui/field.tsx'
import type { Choice } from '#web/ui/picker.tsx'
import { PickerField } from '#web/ui/picker-field.tsx'
import { SelectField } from '#web/ui/select.tsx'
import { variablesOf, type ActionType } from './action-kinds.ts'
import { CreateLeadFields, MoveStageFields } from './action-sales-fields.tsx'
import { DurationField } from './duration-field.tsx'
import { useReferences } from './use-references.ts'
import { useAutomationWords } from './words.ts'

type Of<T extends ActionType> = Extract<Action, { type: T }>
export type ActionProps<T extends ActionType = ActionType> = {
  action: Of<T>
  subject: SubjectType
  onChange: (action: Action) => void
  errors: Record<string, string>
}

/** What an action needs to know, by its type. */
export function ActionFields(props: ActionProps) {
  const fields = fieldsOf(props)
  return fields && <div className="mt-3 grid grid-cols-1 gap-3 @lg:pl-6">{fields}</div>
}

function fieldsOf({ action, ...rest }: ActionProps) {
  switch (action.type) {
    case 'unassign_agent':
      return null
    case 'assign_agent':
      return <Reference {...rest} action={action} field="agent" list="agents" />
    case 'assign_team':
      return <TeamField {...rest} action={action} />
    case 'add_label':
    case 'remove_label':
      return <Reference {...rest} action={action} field="label" list="labels" />
    case 'set_priority':
      return <PriorityField {...rest} action={action} />
    case 'set_status':
      return <StatusField {...rest} action={action} />
    case 'snooze':
      return <SnoozeFields {...rest} action={action} />
    case 'send_canned_response':
      return <CannedField {...rest} action={action} />
    case 'send_message':
    case 'add_note':
      return <Words {...rest} action={action} field="content" />
    case 'create_lead':
      return <CreateLeadFields {...rest} action={action} />
    case 'move_stage':
      return <MoveStageFields {...rest} action={action} />
    case 'schedule_activity':
      return <ActivityFields {...rest} action={action} />
    case 'send_email':
      return <EmailFields {...rest} action={action} />
    case 'send_webhook':
      return <WebhookField {...rest} action={action} />
  }
}

type ReferenceProps = ActionProps & {
  field: string
  list: 'agents' | 'labels'
  label?: string
  /** What stands for leaving it open. */
  open?: string
}

/** Somebody or something of the workspace, kept by its id. */
export function Reference({ action, onChange, errors, field, list, label, open }: ReferenceProps) {
  const { actions: words } = useAutomationWords()
  const choices = useReferences()[list]
  const value = (action as unknown as Record<string, string | undefined>)[field]
  const { [field]: _, ...without } = action as unknown as Record<string, string>
  return (
    <Choose
      label={label ?? words[field as 'agent' | 'label']}
      value={value ?? ''}
      choices={open === undefined ? choices : [{ id: '', name: open }, ...choices]}
      onPick={(id) => onChange((id ? { ...action, [field]: id } : without) as Action)}
      error={errors[field]}
    />
  )
}

type ChooseProps = {
  label: string
  value: string
  choices: readonly Choice[]
  onPick: (id: string) => void
  error?: string | undefined
}

/** One of many; what was never chosen is asked for in these words, whatever the server calls it. */
export function Choose({ error, onPick, ...props }: ChooseProps) {
  const { actions: words } = useAutomationWords()
  return (
    <PickerField
      {...props}
      search={words.find}
      onChange={onPick}
      nothing={words.nothing}
      placeholder={words.choose}
      error={error && (props.value === '' ? words.needed : error)}
    />
  )
}

function TeamField({ action, onChange, errors }: ActionProps<'assign_team'>) {
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

function PriorityField({ action, onChange }: ActionProps<'set_priority'>) {
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

function StatusField({ action, onChange }: ActionProps<'set_status'>) {
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

function SnoozeFields({ action, onChange, errors }: ActionProps<'snooze'>) {
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

function CannedField({ action, onChange, errors }: ActionProps<'send_canned_response'>) {
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

type WordsProps = ActionProps & { field: 'content' | 'body'; label?: string; optional?: string }

/** What is said, with the details of each record in it. */
function Words({ action, subject, onChange, errors, field, label }: WordsProps) {
  const { actions: words, variables } = useAutomationWords()
  const text = (action as unknown as Record<string, string | undefined>)[field] ?? ''
  return (
    <VariableArea
      label={label ?? (action.type === 'add_note' ? words.note : words.content)}
      value={text}
      onChange={(next) => onChange({ ...action, [field]: next } as Action)}
      variables={Object.fromEntries(variablesOf(subject).map((path) => [path, variables[path] ?? path]))}
      insertLabel={words.insert}
      error={errors[field] && (text.trim() === '' ? words.needed : errors[field])}
    />
  )
}

function ActivityFields(props: ActionProps<'schedule_activity'>) {
  const { actions: words } = useAutomationWords()
  const { action, onChange, errors } = props
  return (
    <>
      <div className="grid gap-3 @lg:grid-cols-2">
        <SelectField
          label={words.activity_type}
          value={action.activity_type}
          choices={words.activities}
          onChange={(activity_type) => onChange({ ...action, activity_type })}
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

/** What may be left out is left out when nothing is written. */
function withoutEmpty(action: Action, field: string): Action {
  const { [field]: text, ...rest } = action as unknown as Record<string, unknown>
  return (text === '' ? rest : action) as Action
}

function EmailFields(props: ActionProps<'send_email'>) {
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

function WebhookField({ action, onChange, errors }: ActionProps<'send_webhook'>) {
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
