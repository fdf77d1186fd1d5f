import { useWords } from '#web/i18n.ts'
import { usePipelineWords } from '#web/screens/pipeline/words.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { LeadForm } from './lead-form.tsx'
import type { Given } from './use-place.ts'

export type CreateProps = {
  open: boolean
  onClose: () => void
  contact_id?: string | undefined
  /** Where it came from, as far as the place it is opened at knows. */
  source?: string | undefined
} & Given

/** A window to write down a new lead. */
export function CreateLead({ open, onClose, ...given }: CreateProps) {
  const { common } = useWords()
  const { create: words } = usePipelineWords()
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={words.open.leads}
      description={words.leadHint}
      closeLabel={common.close}
    >
      <LeadForm onClose={onClose} {...given} />
    </Dialog>
  )
}
