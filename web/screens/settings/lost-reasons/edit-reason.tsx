import type { LostReason } from '#contract/records/crm.ts'
import { Problem } from '#web/app/api.ts'
import { describeError, useWords } from '#web/app/i18n.ts'
import { TextField } from '#web/ui/field.tsx'
import { DialogForm } from '#web/ui/form/dialog-form.tsx'
import { EditDialog } from '#web/ui/form/edit-dialog.tsx'
import { useSave } from '#web/ui/form/use-save.ts'
import { useLostReasonWords } from './words.ts'

type Props = { edited: LostReason | 'new' | undefined; onClose: () => void }

export function EditReason({ edited, onClose }: Props) {
  const words = useLostReasonWords()
  return (
    <EditDialog edited={edited} onClose={onClose} title={(reason) => (reason ? words.rename : words.create)}>
      {(reason) => <Form reason={reason} onClose={onClose} />}
    </EditDialog>
  )
}

function Form({ reason, onClose }: { reason: LostReason | undefined; onClose: () => void }) {
  const { common } = useWords()
  const words = useLostReasonWords()
  const options = { invalidates: ['list_crm_lost_reasons'], onSaved: onClose } as const
  const create = useSave('create_lost_reason', { ...options, message: ({ name }) => words.created(name) })
  const update = useSave('update_lost_reason', { ...options, message: () => words.saved })
  const { error, errors, isPending } = reason ? update : create
  const isTaken = error instanceof Problem && error.code === 'duplicate_value'
  const nameError = isTaken ? words.taken : errors['name']
  const save = ({ name = '' }: Record<string, string>) => {
    if (reason) update.save({ lost_reason_id: reason.id, name: name.trim() })
    else create.save({ name: name.trim() })
  }
  return (
    <DialogForm
      onSubmit={save}
      onCancel={onClose}
      submit={reason ? common.save : common.add}
      busy={isPending}
      problem={error && !nameError && describeError(error)}
    >
      <TextField
        label={words.name}
        name="name"
        placeholder={words.placeholder}
        maxLength={255}
        autoComplete="off"
        autoFocus
        defaultValue={reason?.name ?? ''}
        error={nameError}
      />
    </DialogForm>
  )
}
