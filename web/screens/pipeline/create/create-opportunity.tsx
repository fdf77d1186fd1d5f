import { useWords } from '#web/i18n.ts'
import { usePipelineWords } from '#web/screens/pipeline/words.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import type { CreateProps } from './create-lead.tsx'
import { OpportunityForm } from './opportunity-form.tsx'

/** A window to write down a new deal. */
export function CreateOpportunity({ open, onClose, ...given }: CreateProps) {
  const { common } = useWords()
  const { create: words } = usePipelineWords()
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={words.open.opportunities}
      description={words.dealHint}
      closeLabel={common.close}
    >
      <OpportunityForm onClose={onClose} {...given} />
    </Dialog>
  )
}
