import { useState } from 'react'
import type { Filter } from '#contract/filters.ts'
import { describeError, fieldErrors, useWords } from '#web/app/i18n.ts'
import { useAccount } from '#web/app/session.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { useSave } from '#web/ui/form/use-save.ts'
import { Notice } from '#web/ui/notice.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { DialogForm } from '#web/ui/form/dialog-form.tsx'
import { staleReads, type View, type ViewResource } from './view.ts'
import { useViewWords } from './words.ts'

type Props = {
  open: boolean
  onClose: () => void
  resource: ViewResource
  /** Undefined when there is nothing to save yet. */
  filter: Filter | undefined
  sort?: string | null
  /** A note about the filters, such as those that a view cannot hold. */
  note?: string | undefined
  onSaved: (id: string) => void
}

/** Saves the current filters as a view. */
export function SaveView({ open, onClose, resource, filter, sort = null, note, onSaved }: Props) {
  const words = useViewWords()
  const create = useSave('create_saved_view', {
    invalidates: staleReads(resource),
    message: ({ name }) => words.saved(name),
    onSaved: ({ id }) => {
      onClose()
      onSaved(id)
    },
  })
  const save = (chosen: ViewDraft) => filter && create.save({ ...chosen, resource, filter, sort })
  return (
    <ViewDialog
      {...{ open, onClose, save, note }}
      title={words.save}
      isDisabled={!filter}
      isPending={create.isPending}
      error={create.error}
    />
  )
}

/** Changes the name and visibility of a view. */
export function EditView({ open, onClose, view }: { open: boolean; onClose: () => void; view: View }) {
  const words = useViewWords()
  const update = useSave('update_saved_view', {
    invalidates: staleReads(view.resource),
    onSaved: onClose,
    message: ({ name }) => words.saved(name),
  })
  return (
    <ViewDialog
      {...{ open, onClose, view }}
      title={words.edit}
      save={(chosen) => update.save({ saved_view_id: view.id, ...chosen })}
      isPending={update.isPending}
      error={update.error}
    />
  )
}

type ViewDraft = { name: string; visibility: View['visibility'] }
type FormProps = {
  onClose: () => void
  view?: View
  note?: string | undefined
  save: (chosen: ViewDraft) => void
  isDisabled?: boolean
  isPending: boolean
  error: Error | null
}

function ViewDialog({ open, title, ...props }: FormProps & { open: boolean; title: string }) {
  return (
    <Dialog open={open} onClose={props.onClose} title={title}>
      <ViewForm {...props} />
    </Dialog>
  )
}

function ViewForm({ onClose, view, note, save, isDisabled = false, isPending, error }: FormProps) {
  const words = useViewWords()
  const { common } = useWords()
  const { role } = useAccount()
  const [visibility, setVisibility] = useState(view?.visibility ?? 'private')
  const errors = fieldErrors(error)
  return (
    <DialogForm
      onSubmit={({ name = '' }) => save({ name: name.trim(), visibility })}
      onCancel={onClose}
      submit={common.save}
      busy={isPending}
      disabled={isDisabled}
      problem={error && !errors['name'] && describeError(error)}
    >
      {note && <Notice tone="plain">{note}</Notice>}
      <TextField
        label={words.name}
        name="name"
        autoComplete="off"
        autoFocus
        maxLength={100}
        defaultValue={view?.name ?? ''}
        error={errors['name']}
      />
      {role === 'administrator' && (
        <RadioCards
          beside
          label={words.visibility}
          value={visibility}
          choices={words.visibilities}
          onChange={setVisibility}
        />
      )}
    </DialogForm>
  )
}
