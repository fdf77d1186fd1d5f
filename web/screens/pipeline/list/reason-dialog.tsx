import { useState } from 'react'
import type { Stage } from '#contract/records/crm.ts'
import { useWords } from '#web/app/i18n.ts'
import { useRead } from '#web/app/query.ts'
import { usePipelineWords } from '#web/screens/pipeline/words.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
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
  const { common } = useWords()
  const { bulk: words } = usePipelineWords()
  const reasons = useRead('list_crm_lost_reasons', {}).data?.items ?? []
  const [reason, setReason] = useState('')
  return (
    <>
      <DialogBody>
        <SelectField
          label={words.reasonLabel}
          placeholder={words.reasonChoose}
          value={reason}
          choices={reasons.map(({ name }) => [name, name] as const)}
          onChange={setReason}
        />
      </DialogBody>
      <DialogFooter>
        <Button look="outline" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button look="danger" disabled={!reason} onClick={() => onChoose(reason)}>
          {words.move}
        </Button>
      </DialogFooter>
    </>
  )
}
