import { useState } from 'react'
import { activity_icons, type ActivityIconName, type ActivityType } from '#contract/records/activity-kind.ts'
import { Problem } from '#web/app/api.ts'
import { describeError, useWords } from '#web/app/i18n.ts'
import { activity_reads } from '#web/features/activities/activity-actions.ts'
import { typeIcons } from '#web/features/activities/activity-kinds.ts'
import { TextField } from '#web/ui/field.tsx'
import { DialogForm } from '#web/ui/form/dialog-form.tsx'
import { EditDialog } from '#web/ui/form/edit-dialog.tsx'
import { useSave } from '#web/ui/form/use-save.ts'
import { useActivityTypeWords } from './words.ts'

type Props = { edited: ActivityType | 'new' | undefined; onClose: () => void }

export function EditType({ edited, onClose }: Props) {
  const words = useActivityTypeWords()
  return (
    <EditDialog
      edited={edited}
      onClose={onClose}
      title={(type) => (type ? words.editTitle(type.name) : words.createTitle)}
    >
      {(type) => <Form type={type} onClose={onClose} />}
    </EditDialog>
  )
}

function Form({ type, onClose }: { type: ActivityType | undefined; onClose: () => void }) {
  const { common } = useWords()
  const words = useActivityTypeWords()
  const [icon, setIcon] = useState<ActivityIconName>(type?.icon ?? 'map_pin')
  // A renamed type changes the activities that have it.
  const options = { invalidates: ['list_activity_types', ...activity_reads], onSaved: onClose } as const
  const create = useSave('create_activity_type', { ...options, message: ({ name }) => words.created(name) })
  const update = useSave('update_activity_type', { ...options, message: () => words.saved })
  const { error, errors, isPending } = type ? update : create
  const isTaken = error instanceof Problem && error.code === 'duplicate_value'
  const nameError = isTaken ? words.taken : errors['name']
  const save = ({ name = '', minutes = '' }: Record<string, string>) => {
    const fields = { name: name.trim(), icon, duration_minutes: minutes === '' ? null : Number(minutes) }
    if (type) update.save({ activity_type_id: type.id, ...fields })
    else create.save(fields)
  }
  return (
    <DialogForm
      onSubmit={save}
      onCancel={onClose}
      submit={type ? common.save : common.add}
      busy={isPending}
      problem={error && !nameError && !errors['duration_minutes'] && describeError(error)}
    >
      <TextField
        label={words.name}
        name="name"
        placeholder={words.placeholder}
        maxLength={60}
        autoComplete="off"
        autoFocus
        defaultValue={type?.name ?? ''}
        error={nameError}
      />
      <IconField value={icon} onChange={setIcon} />
      <TextField
        label={words.duration}
        hint={words.durationHint}
        optional={common.optional}
        name="minutes"
        type="number"
        min={1}
        max={1440}
        defaultValue={String(type?.duration_minutes ?? '')}
        error={errors['duration_minutes']}
      />
    </DialogForm>
  )
}

function IconField({ value, onChange }: { value: ActivityIconName; onChange: (icon: ActivityIconName) => void }) {
  const words = useActivityTypeWords()
  return (
    <div role="group" aria-label={words.icon}>
      <div aria-hidden className="mb-1.5 text-sm font-medium">
        {words.icon}
      </div>
      <div className="flex flex-wrap gap-1.5">
        {activity_icons.map((name) => {
          const Icon = typeIcons[name]
          return (
            <button
              key={name}
              type="button"
              aria-label={words.icons[name]}
              title={words.icons[name]}
              aria-pressed={name === value}
              onClick={() => onChange(name)}
              className="grid size-9 place-items-center rounded-lg text-ink-2 ring-1 ring-line ring-inset hover:bg-hover
                aria-pressed:bg-accent-soft aria-pressed:text-accent-text pointer-coarse:size-11"
            >
              <Icon size={16} aria-hidden />
            </button>
          )
        })}
      </div>
    </div>
  )
}
