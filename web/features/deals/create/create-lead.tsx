import { useDealWords } from '#web/features/deals/words.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { LeadForm } from './lead-form.tsx'
import type { InitialPlacement } from './use-placement.ts'

export type CreateProps = {
  open: boolean
  onClose: () => void
  contact_id?: string | undefined
  /** Prefilled source, such as the channel of the conversation. */
  source?: string | undefined
} & InitialPlacement

export function CreateLead({ open, onClose, ...initial }: CreateProps) {
  const { create: words } = useDealWords()
  return (
    <Dialog open={open} onClose={onClose} title={words.open.leads} description={words.leadHint}>
      <LeadForm onClose={onClose} {...initial} />
    </Dialog>
  )
}
