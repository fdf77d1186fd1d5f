import { Dialog } from '#web/ui/dialog.tsx'
import { useContactsScreenWords } from '#web/screens/contacts/words.ts'
import { CreateForm } from './create-form.tsx'

export function CreateContact({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { title, hint } = useContactsScreenWords().create
  return (
    <Dialog open={open} onClose={onClose} title={title} description={hint}>
      <CreateForm onClose={onClose} />
    </Dialog>
  )
}
