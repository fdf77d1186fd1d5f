import { useState } from 'react'
import type { Stage } from '#contract/records/crm.ts'
import { useRead } from '#web/app/query.ts'
import { usePipelineWords } from '#web/screens/pipeline/words.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { DialogForm } from '#web/ui/form/dialog-form.tsx'
import { SelectField } from '#web/ui/select.tsx'

type Props = { stage: Stage | undefined; onClose: () => void; onChoose: (reason: string) => void }

/** Asks for the lost reason of several deals at once. */
export function ReasonDialog({ stage, onClose, onChoose }: Props) {
  const { bulk: words } = usePipelineWords()
  return (
    <Dialog open={stage !== undefined} onClose={onClose} title={words.reason}>
      <ReasonForm onClose={onClose} onChoose={onChoose} />
    </Dialog>
  )
}

function ReasonForm({ onClose, onChoose }: Omit<Props, 'stage'>) {
  const { bulk: words } = usePipelineWords()
  const reasons = useRead('list_crm_lost_reasons', {}).data?.items ?? []
  const [reason, setReason] = useState('')
  return (
    <DialogForm
      onSubmit={() => onChoose(reason)}
      onCancel={onClose}
      submit={words.move}
      busy={false}
      disabled={!reason}
      danger
    >
      <SelectField
        label={words.reasonLabel}
        placeholder={words.reasonChoose}
        value={reason}
        choices={reasons.map(({ name }) => [name, name] as const)}
        onChange={setReason}
      />
    </DialogForm>
  )
}
