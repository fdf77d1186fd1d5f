import { useDealWords } from '#web/features/deals/words.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import type { CreateProps } from './create-lead.tsx'
import { OpportunityForm } from './opportunity-form.tsx'

export function CreateOpportunity({ open, onClose, ...initial }: CreateProps) {
  const { create: words } = useDealWords()
  return (
    <Dialog open={open} onClose={onClose} title={words.open.opportunities} description={words.dealHint}>
      <OpportunityForm onClose={onClose} {...initial} />
    </Dialog>
  )
}
