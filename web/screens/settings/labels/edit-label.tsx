import { useState } from 'react'
import type { Label } from '#web/app/api.ts'
import { describeError, useWords } from '#web/app/i18n.ts'
import { useLabels } from '#web/features/labels/labels.ts'
import { ColorField } from '#web/ui/color-field/color-field.tsx'
import { colors } from '#web/ui/color-field/colors.ts'
import { TextField } from '#web/ui/field.tsx'
import { DialogForm } from '#web/ui/form/dialog-form.tsx'
import { EditDialog } from '#web/ui/form/edit-dialog.tsx'
import { useSave } from '#web/ui/form/use-save.ts'
import { useLabelWords } from './words.ts'

type Props = { edited: Label | 'new' | undefined; onClose: () => void }

export function EditLabel({ edited, onClose }: Props) {
  const words = useLabelWords()
  return (
    <EditDialog
      edited={edited}
      onClose={onClose}
      title={(label) => (label ? words.editTitle(label.title) : words.createTitle)}
    >
      {(label) => <Form label={label} onClose={onClose} />}
    </EditDialog>
  )
}

function Form({ label, onClose }: { label: Label | undefined; onClose: () => void }) {
  const { common } = useWords()
  const words = useLabelWords()
  const { labels } = useLabels()
  const [color, setColor] = useState<string>(label?.color ?? colors[labels.length % colors.length]!)
  const [title, setTitle] = useState(label?.title ?? '')
  const { save, error, errors, isPending } = useSaveLabel(label, onClose)
  const isExplained = errors['title'] || errors['color']
  return (
    <DialogForm
      onSubmit={({ description = '' }) => save({ title, description, color })}
      onCancel={onClose}
      submit={label ? common.save : words.submit}
      busy={isPending}
      problem={error && !isExplained && describeError(error)}
    >
      <TextField
        label={words.name}
        autoComplete="off"
        maxLength={255}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
        error={errors['title']}
      />
      <TextField
        label={words.description}
        optional={common.optional}
        name="description"
        autoComplete="off"
        defaultValue={label?.description ?? ''}
      />
      <ColorField label={words.color} value={color} onChange={setColor} error={errors['color']} />
      <div>
        <div className="mb-1.5 text-sm font-medium">{words.preview}</div>
        <span
          className="inline-flex h-5.5 max-w-full items-center gap-1.5 rounded-full bg-surface px-2 text-xs font-medium
                text-ink-2 ring-1 ring-line ring-inset"
        >
          <span aria-hidden className="size-2 shrink-0 rounded-full" style={{ background: color }} />
          <span className="truncate">{title || words.name}</span>
        </span>
      </div>
    </DialogForm>
  )
}

function useSaveLabel(label: Label | undefined, onClose: () => void) {
  const words = useLabelWords()
  const options = { invalidates: ['list_labels'], onSaved: onClose } as const
  const create = useSave('create_label', { ...options, message: ({ title }) => words.created(title) })
  const update = useSave('update_label', { ...options, message: ({ title }) => words.saved(title) })
  const save = (fields: { title: string; description: string; color: string }) =>
    label ? update.save({ label_id: label.id, ...fields }) : create.save(fields)
  return { ...(label ? update : create), save }
}
