import { useState } from 'react'
import type { TestDrive } from '#contract/records/test-drive.ts'
import { explain, useWords } from '#web/i18n.ts'
import { useAct } from '#web/query.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useUndo } from '#web/screens/pipeline/deal/activity/use-undo.ts'
import { useAgendaWords } from '#web/screens/agenda/words.ts'
import { drive_reads } from './drive-reads.ts'

type Props = { open: boolean; onClose: () => void; drive: TestDrive }

export function CancelDialog({ open, onClose, drive }: Props) {
  const { common } = useWords()
  const { testDrives: words } = useAgendaWords()
  const [reason, setReason] = useState('')
  const offer = useUndo()
  const { id, slot, contact, agent, notes } = drive
  // Its slot is free again: taking it back is booking it anew.
  const again = useAct('book_test_drive', { refreshes: drive_reads })
  const back = () => again.mutate({ slot_id: slot.id, contact_id: contact.id, agent: agent?.id ?? null, notes })
  const cancel = useAct('cancel_test_drive', {
    quiet: true,
    refreshes: drive_reads,
    onSuccess: () => {
      onClose()
      offer(words.wasCancelled, back)
    },
  })
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={words.cancelTitle(contact.name)}
      description={words.cancelHint}
      closeLabel={common.close}
    >
      <DialogBody>
        <div className="grid gap-4">
          {cancel.error && <Notice>{explain(cancel.error)}</Notice>}
          <TextArea
            autoFocus
            rows={2}
            label={words.reason}
            optional={common.optional}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </div>
      </DialogBody>
      <DialogFooter>
        <Button look="outline" onClick={onClose}>
          {words.keep}
        </Button>
        <Button
          look="danger"
          busy={cancel.isPending}
          onClick={() => cancel.mutate({ test_drive_id: id, ...(reason.trim() && { reason }) })}
        >
          {words.cancel}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
