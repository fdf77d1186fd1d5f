import type { Activity } from '#contract/records/crm.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { DialogForm } from '#web/ui/form/dialog-form.tsx'
import { activityTitle } from './activity-title.ts'
import { useComplete } from './activity-actions.ts'
import { useActivityWords } from './words.ts'

type Props = { activity: Activity; open: boolean; onClose: () => void }

/** Completes an activity with a note on its outcome. */
export function OutcomeDialog({ activity, open, onClose }: Props) {
  const words = useActivityWords()
  const complete = useComplete(activity)
  const finish = ({ outcome = '' }: Record<string, string>) => {
    onClose()
    void complete(outcome)
  }
  return (
    <Dialog open={open} onClose={onClose} title={words.complete(activityTitle(activity, words.types))}>
      <DialogForm submit={words.completeNow} busy={false} onSubmit={finish} onCancel={onClose}>
        <TextArea
          autoFocus
          name="outcome"
          rows={3}
          label={words.completeTitle}
          hint={words.outcomeHint}
          onKeyDown={({ key, ctrlKey, metaKey, currentTarget }) => {
            if (key === 'Enter' && (ctrlKey || metaKey)) currentTarget.form?.requestSubmit()
          }}
        />
      </DialogForm>
    </Dialog>
  )
}
