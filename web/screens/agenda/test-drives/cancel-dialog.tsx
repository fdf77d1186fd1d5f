import { useState } from 'react'
import type { TestDrive } from '#contract/records/test-drive.ts'
import { describeError, useWords } from '#web/app/i18n.ts'
import { useAct } from '#web/app/query.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { DialogForm } from '#web/ui/form/dialog-form.tsx'
import { useAgendaWords } from '#web/screens/agenda/words.ts'
import { driveQueries } from './drive-reads.ts'

type Props = { open: boolean; onClose: () => void; drive: TestDrive }

export function CancelDialog({ open, onClose, drive }: Props) {
  const { common } = useWords()
  const { testDrives: words } = useAgendaWords()
  const [reason, setReason] = useState('')
  const { id, slot, contact, agent, notes } = drive
  // Cancelling frees the slot, so undoing it books the slot again.
  const again = useAct('book_test_drive', { invalidates: driveQueries })
  const revert = () => again.mutate({ slot_id: slot.id, contact_id: contact.id, agent: agent?.id ?? null, notes })
  const cancel = useAct('cancel_test_drive', {
    silent: true,
    invalidates: driveQueries,
    undo: () => ({ message: words.wasCancelled, revert }),
    onSuccess: onClose,
  })
  return (
    <Dialog open={open} onClose={onClose} title={words.cancelTitle(contact.name)} description={words.cancelHint}>
      <DialogForm
        onSubmit={() => cancel.mutate({ test_drive_id: id, ...(reason.trim() && { reason }) })}
        onCancel={onClose}
        cancel={words.keep}
        submit={words.cancel}
        busy={cancel.isPending}
        danger
        problem={cancel.error && describeError(cancel.error)}
      >
        <TextArea
          autoFocus
          rows={2}
          label={words.reason}
          optional={common.optional}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </DialogForm>
    </Dialog>
  )
}
