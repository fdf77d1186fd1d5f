import { useWords } from '#web/i18n.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { CreateForm } from './create-form.tsx'

export function CreateContact({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { contacts: words, common } = useWords()
  const { title, hint } = words.create
  return (
    <Dialog open={open} onClose={onClose} title={title} description={hint} closeLabel={common.close}>
      <CreateForm onClose={onClose} />
    </Dialog>
  )
}
